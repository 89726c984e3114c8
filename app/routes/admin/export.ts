import { activityList } from "#app/features/audit/model.ts";
import { listActivity } from "#app/features/audit/queries.server.ts";
import { bookingListShape, amebStatusLabels } from "#app/features/ameb/model.ts";
import { listBookings } from "#app/features/ameb/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  isInboxTab,
  messageListShape,
  messageStateLabels as messageStates,
} from "#app/features/contact/model.ts";
import { listContactMessages } from "#app/features/contact/queries.server.ts";
import { letterList, stateLabels, templateList } from "#app/features/email/model.ts";
import { listLetters, listTemplates } from "#app/features/email/queries.server.ts";
import {
  isQuoteList,
  quoteListShape,
  quoteState,
  stateLabels as quoteStates,
} from "#app/features/quotes/model.ts";
import { listQuotes } from "#app/features/quotes/queries.server.ts";
import {
  mailchimpLabels,
  stateLabels as subscriberStates,
  subscriberList,
} from "#app/features/newsletter/model.ts";
import { listSubscribers } from "#app/features/newsletter/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type Cell, toCsv } from "#app/values/csv.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import { type ListQuery, type ListShape, readListQuery } from "#app/ui/admin/list-query.ts";
import type { Route } from "./+types/export";
import { currentAdministrator } from "./administrator.server.ts";

type Sheet = { head: string[]; rows: Cell[][] };

/** The rows that the list would show, on one page. */
const allRows = (params: URLSearchParams, shape: ListShape): ListQuery => ({
  ...readListQuery(params, shape),
  pageSize: null,
});

const asDay = (day: Day | null) => day && { day };

/** What each list looks like as a sheet: the rows that its address asks for, on all pages. */
const sheets: Readonly<
  Record<string, (params: URLSearchParams, asker: Administrator) => Promise<Sheet>>
> = {
  async quotes(params, asker) {
    const shown = params.get("show");
    const { rows } = await listQuotes(
      getDb(),
      asker,
      isQuoteList(shown) ? shown : "accepted",
      allRows(params, quoteListShape),
    );
    return {
      head: [
        "Client Name",
        "Client Email",
        "Quote Type",
        "Event Title",
        "Event Date",
        "Event Location",
        "Total Amount",
        "Status",
        "Created At",
        "Accepted On",
        "Rejected On",
      ],
      rows: rows.map((quote) => [
        quote.clientName,
        quote.clientEmail,
        quote.invoiceType,
        quote.eventTitle,
        asDay(quote.eventDate),
        quote.eventLocation,
        Number(quote.totalAmount),
        quoteStates[quoteState(quote, new Date())],
        quote.createdAt,
        quote.acceptedAt,
        quote.rejectedAt,
      ]),
    };
  },
  async "ameb-bookings"(params, asker) {
    const { rows } = await listBookings(getDb(), asker, allRows(params, bookingListShape));
    return {
      head: [
        "Client Name",
        "Email",
        "Exam Date",
        "Exam Time",
        "Board and Grade",
        "Teacher",
        "Services",
        "Rehearsal Minutes",
        "Status",
        "Inquired On",
      ],
      rows: rows.map((booking) => [
        booking.studentParentName,
        booking.contactEmail,
        asDay(booking.examDate),
        booking.examTime,
        booking.examBoardGrade,
        booking.teacherName,
        booking.serviceRequired.join(", "),
        booking.rehearsalMinutes,
        amebStatusLabels[booking.status],
        booking.createdAt,
      ]),
    };
  },
  async inbox(params, asker) {
    const shown = params.get("show");
    const { rows } = await listContactMessages(
      getDb(),
      asker,
      isInboxTab(shown) ? shown : "new",
      allRows(params, messageListShape),
    );
    return {
      head: ["Name", "Email", "Message", "State", "Written"],
      rows: rows.map(({ name, email, message, state, createdAt }) => [
        name,
        email,
        message,
        messageStates[state],
        createdAt,
      ]),
    };
  },
  async "email-templates"(params, asker) {
    const { rows } = await listTemplates(getDb(), asker, allRows(params, templateList));
    return {
      head: ["Name", "Subject", "Body"],
      rows: rows.map(({ name, subject, body }) => [name, subject, body]),
    };
  },
  async "sent-mail"(params, asker) {
    const { rows } = await listLetters(getDb(), asker, allRows(params, letterList));
    return {
      head: ["Recipient", "Subject", "State", "Last Error", "Written", "Settled"],
      rows: rows.map(({ recipient, subject, state, lastError, createdAt, settledAt }) => [
        recipient,
        subject,
        stateLabels[state],
        lastError,
        createdAt,
        settledAt,
      ]),
    };
  },
  async newsletter(params, asker) {
    const { rows } = await listSubscribers(getDb(), asker, allRows(params, subscriberList));
    return {
      head: [
        "Email",
        "First Name",
        "Last Name",
        "State",
        "Mailchimp",
        "Mailchimp Error",
        "Signed Up",
      ],
      rows: rows.map(
        ({ email, firstName, lastName, state, mailchimp, mailchimpError, createdAt }) => [
          email,
          firstName,
          lastName,
          subscriberStates[state],
          mailchimpLabels[mailchimp],
          mailchimpError,
          createdAt,
        ],
      ),
    };
  },
  async activity(params, asker) {
    const { rows } = await listActivity(getDb(), asker, allRows(params, activityList));
    const written = (values: object | null) => values && JSON.stringify(values);
    return {
      head: ["At", "Who", "Action", "What", "Name", "Before", "After"],
      rows: rows.map(({ at, actor, action, kind, label, before, after }) => [
        at,
        actor,
        action,
        kind,
        label,
        written(before),
        written(after),
      ]),
    };
  },
};

/** A list as a spreadsheet, searched and filtered as its page was. */
export async function loader({ request, params: { list }, context }: Route.LoaderArgs) {
  const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
  const sheet = Object.hasOwn(sheets, list) ? sheets[list] : undefined;
  if (!sheet) return new Response("There is no such list.", { status: 404, headers });
  const { head, rows } = await sheet(
    new URL(request.url).searchParams,
    currentAdministrator(context),
  );
  return new Response(toCsv(head, rows), {
    headers: {
      ...headers,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${list}-${melbourneDay(new Date())}.csv"`,
    },
  });
}
