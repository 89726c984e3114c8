import { postJson } from "./request.ts";
import type { Query } from "./store.ts";

type QuoteRow = {
  slug: string;
  id?: string;
  type?: string;
  total?: number;
  /** Columns that the specification does not name. */
  more?: Record<string, string | number>;
};

/** Inserts a quote as it may come from elsewhere: with the specification's columns, and `more`. */
export async function insertQuote(query: Query, { slug, id, type, total, more = {} }: QuoteRow) {
  const row = {
    ...(id && { id }),
    client_name: "Ada Client",
    client_email: "ada@client.example",
    invoice_type: type ?? "Live Piano Services Quote",
    event_title: "Party",
    event_date: "2030-06-20",
    total_amount: total ?? 1200,
    slug,
    ...more,
  };
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`);
  await query(
    `insert into invoices (${names.join(", ")}) values (${values.join(", ")})`,
    Object.values(row),
  );
}

/** As the page of a live piano quote accepts it. */
export const postAcceptance = (url: string, slug: string, headers?: Record<string, string>) =>
  postJson(
    url,
    "/functions/submit-quote-acceptance",
    {
      slug,
      clientName: "Ada Client",
      clientEmail: "ada@client.example",
      wantsExtraHour: false,
      wantsRehearsal: false,
      totalAmount: 1,
      proposalDetails: {},
    },
    headers,
  );
