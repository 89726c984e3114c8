import { listBookings, bookingColumns } from "#app/features/ameb/queries.server.ts";
import { bookingListShape } from "#app/features/ameb/model.ts";
import { listActivity, activityColumns } from "#app/features/audit/queries.server.ts";
import { activityList } from "#app/features/audit/model.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { listContactMessages, messageColumns } from "#app/features/contact/queries.server.ts";
import { messageListShape, inboxTabs } from "#app/features/contact/model.ts";
import {
  listEmails,
  listTemplates,
  emailColumns,
  templateColumns,
} from "#app/features/email/queries.server.ts";
import { emailList, emailTabs, templateList } from "#app/features/email/model.ts";
import { listSubscribers, subscriberColumns } from "#app/features/newsletter/queries.server.ts";
import { consentColumns, listConsents } from "#app/features/newsletter/consents.server.ts";
import { subscriberList } from "#app/features/newsletter/model.ts";
import { listClients, clientColumns } from "#app/features/clients/people.server.ts";
import { clientListShape } from "#app/features/clients/model.ts";
import { invoiceListShape, invoiceLists, invoiceColumns } from "#app/features/ledger/lists.ts";
import { listInvoices } from "#app/features/ledger/lists.server.ts";
import { listQuotes, quoteColumns } from "#app/features/quotes/queries.server.ts";
import { quoteLists, quoteListShape } from "./quote-lists.ts";
import { type Db, getDb } from "#app/server/database/db.server.ts";
import {
  type ListPage,
  type ListQuery,
  type ListShape,
  readListQuery,
  readTab,
} from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { type CsvColumns, rowsToCsv } from "#app/values/csv.ts";
import { activityWords } from "#app/routes/admin/activity/words.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/export";

type Params = URLSearchParams;
type Read<Row> = (
  db: Db,
  by: Administrator,
  list: ListQuery,
  params: Params,
) => Promise<ListPage<Row>>;

const csvOf =
  <Row>(columns: CsvColumns<Row>, shape: ListShape, read: Read<Row>) =>
  async (by: Administrator, params: Params) => {
    const list = { ...readListQuery(params, shape), pageSize: null };
    return rowsToCsv(columns, (await read(getDb(), by, list, params)).rows);
  };

const exports: Readonly<Record<string, ReturnType<typeof csvOf>>> = {
  quotes(by, params) {
    const name = readTab(quoteLists, params.get("show"));
    return csvOf(quoteColumns, quoteListShape(name), (db, _by, list) =>
      listQuotes(db, by, name, list),
    )(by, params);
  },
  invoices(by, params) {
    const name = readTab(invoiceLists, params.get("show"));
    return csvOf(invoiceColumns, invoiceListShape(name), (db, _by, list) =>
      listInvoices(db, by, name, list),
    )(by, params);
  },
  "ameb-bookings": csvOf(bookingColumns, bookingListShape, listBookings),
  inbox: csvOf(messageColumns, messageListShape, (db, by, list, params) =>
    listContactMessages(db, by, readTab(inboxTabs, params.get("show")), list),
  ),
  clients: csvOf(clientColumns, clientListShape, (db, by, list) => listClients(db, by, list)),
  "email-templates": csvOf(templateColumns, templateList, listTemplates),
  "sent-mail": csvOf(emailColumns, emailList, (db, by, list, params) =>
    listEmails(db, by, readTab(emailTabs, params.get("to")), list),
  ),
  "newsletter-consents": csvOf(consentColumns, subscriberList, listConsents),
  newsletter: csvOf(subscriberColumns, subscriberList, listSubscribers),
  activity: csvOf(activityColumns(activityWords), activityList, listActivity),
};

export async function loader({ request, params: { list }, context }: Route.LoaderArgs) {
  const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
  const toFile = Object.hasOwn(exports, list) ? exports[list] : undefined;
  if (!toFile) return new Response("There is no such list.", { status: 404, headers });
  const csv = await toFile(currentAdministrator(context), new URL(request.url).searchParams);
  return new Response(csv, {
    headers: {
      ...headers,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${list}-${melbourneDay(new Date())}.csv"`,
    },
  });
}
