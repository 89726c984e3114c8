import { data, useRevalidator } from "react-router";
import {
  type PublicInvoice,
  invoiceNotFoundMessage,
} from "#app/features/invoices/public-invoice.ts";
import type { PaymentFact } from "#app/features/invoices/document-texts.ts";
import { findPublicInvoice } from "#app/features/invoices/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { AboutTheLink, PageMessage } from "#app/ui/page-message.tsx";
import { shortFooter } from "#app/routes/site/short-footer.ts";
import type { Route } from "./+types/invoice";
import { type CardOffer, cardOfferOf, payByCard } from "./card.server.ts";
import { LoadedInvoice } from "./loaded-invoice.tsx";

export const headers = () => secretLinkHeaders;
export const handle = shortFooter;
export const meta = () => privateMeta("Your invoice");

type Loaded =
  | { state: "failed" | "not-found" }
  | {
      state: "loaded";
      invoice: PublicInvoice;
      payment: PaymentFact[];
      card: CardOffer | null;
      slug: string;
    };

export async function loader({ request, params: { slug } }: Route.LoaderArgs) {
  const answer = (loaded: Loaded, status = 200) =>
    data(loaded, { status, headers: secretLinkHeaders });
  try {
    const found = await findPublicInvoice(getDb(), slug, new Date());
    if (!found) return answer({ state: "not-found" }, 404);
    return answer({ state: "loaded", ...found, card: cardOfferOf(request, found.invoice), slug });
  } catch (error) {
    log.error({ err: error }, "invoice not loaded");
    return answer({ state: "failed" }, 503);
  }
}

/** The page's only form pays by card. */
export function action({ params: { slug } }: Route.ActionArgs) {
  return payByCard(slug);
}

export default function InvoicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { state: retrying, revalidate } = useRevalidator();
  if (retrying === "loading" && loaderData.state !== "loaded")
    return <PageMessage loading heading="Loading invoice..." />;
  switch (loaderData.state) {
    case "failed":
      return (
        <PageMessage
          heading="Error"
          message="Failed to load invoice details. It might not exist or you do not have access."
          retry={revalidate}
        />
      );
    case "not-found":
      return (
        <PageMessage heading="Invoice Not Found" message={invoiceNotFoundMessage}>
          <AboutTheLink />
        </PageMessage>
      );
    case "loaded":
      return <LoadedInvoice {...loaderData} posted={actionData} />;
  }
}
