import { readEventFields } from "#app/server/database/tables/enquiries.server.ts";

/*
 * Rows as other programs may have written them before the tables refused them: amounts that are
 * none, days and times that no calendar has.
 */

/** Lets them in again. */
export const dropChecks = [
  "alter table invoices drop constraint invoices_amount_known, drop constraint invoices_times_known",
  "alter table ameb_bookings drop constraint ameb_bookings_times_known",
  "alter table contact_messages drop constraint contact_messages_times_known",
];

export const strangeTimes = ["infinity", "-infinity", "12345-01-01", "0044-03-15 BC"];

export const strangeClient = "strange@client.example";
/** Whose email address is a path, a query and a fragment. */
export const strangeAddress = "../a/b%2e?bcc=spy&c#d{{id}}@client.example";

function invoice(slug: string, amount: string, values: Record<string, string>): string {
  const more = Object.entries(values);
  return `insert into invoices (client_name, client_email, invoice_type, total_amount, slug
      ${more.map(([name]) => `, ${name}`).join("")})
    values ('Strange Client', '${strangeClient}', 'Live Piano Services Quote', '${amount}', '${slug}'
      ${more.map(([, value]) => `, '${value}'`).join("")})`;
}

/** A value as a literal of JSON in a statement. */
export const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** Each strange thing in each place. */
export const strangeRows = [
  invoice("strange-pending", "NaN", {}),
  invoice("strange-accepted", "NaN", { accepted_at: "2026-03-01" }),
  invoice("strange-rates", "NaN", { details: '{"rates": "none"}' }),
  ...strangeTimes.flatMap((time, index) => [
    invoice(`strange-open-${index}`, "1200", {
      created_at: time,
      event_date: time,
      valid_until: time,
    }),
    invoice(`strange-taken-${index}`, "1200", { accepted_at: time, event_date: time }),
    invoice(`strange-closed-${index}`, "1200", { rejected_at: time }),
    `insert into ameb_bookings (student_parent_name, contact_email, exam_date, exam_time,
       exam_board_grade, service_required, created_at)
     values (E'Strange\\rFamily', '${strangeClient}', '${time}', 'morning',
       'Grade 5', '{Both Exam Day & Rehearsal}', '${time}')`,
    `insert into contact_messages (name, email, message, created_at)
     values ('Strange Visitor', '${strangeClient}', 'Strange words', '${time}')`,
  ]),
];

/** What stands in the `event` of a message where an object with texts, days and times is expected. */
export const strangeEvents: unknown[] = [
  [],
  ["2026-12-05", "18:00"],
  5,
  true,
  "an event",
  JSON.stringify({ firstName: "Twice", eventDate: "2026-12-05" }),
  {},
  { constructor: 1, __proto__: null, toString: 1 },
  ...[
    null,
    true,
    -1,
    1e300,
    [],
    ["18:00"],
    [[["x"]]],
    {},
    { toString: 1, valueOf: 2, length: 3 },
    "25:99",
    "2026-02-31",
    "constructor",
    "<script>alert(1)</script>",
    "\r\nBEGIN:VEVENT",
    "=1+1",
    "x".repeat(20_000),
  ].map((value) =>
    Object.fromEntries(Object.keys(readEventFields({})!).map((name) => [name, value])),
  ),
];

export const strangeText = `E'=1+1,"\\r\\nBEGIN:VEVENT\\u2028<script>alert(1)</script> {{id}} \\uff1c\\u202e'`;

const strangeSellers = ["{}", "[]", "5", '{"legalName": 5, "abn": [], "postalAddress": {}}'];

/** Invoices, payments and bank lines whose texts are meant to be taken for something else. */
const strangeMoney = [
  "alter table sales_invoices drop constraint sales_invoices_times_known",
  ...strangeSellers.flatMap((seller, index) =>
    ["2026-11-21", "infinity", "0044-03-15 BC"].map(
      (
        day,
        at,
      ) => `insert into sales_invoices (kind, number, reference, slug, buyer_name, buyer_email, title,
          lines, total_cents, gst_cents, seller, issued_on, issued_at, due_on, note, created_by)
        values ('other', 'S-${index}${at}', 'S${index}${at}', 'strange-invoice-${index}${at}', ${strangeText},
          '${index ? strangeClient : "no address"}', ${strangeText},
          '[5, null, {"text": {"a": 1}, "amount": "x"}, {"text": "=1+1", "amount": 1}]',
          9000000000000000, 0, '${seller}', '${day}', now(), '${day}', ${strangeText}, ${strangeText})`,
    ),
  ),
  `insert into sales_invoices (kind, buyer_name, buyer_email, lines, total_cents, created_by)
    values ('balance', '', '', '[]', 0, '')`,
  `insert into payments (sales_invoice_id, paid_on, amount_cents, method, reason, actor)
    select id, '2026-11-22', -9000000000000000, 'other', ${strangeText}, ${strangeText} from sales_invoices
    where number is not null`,
  `with statement as (insert into bank_imports (created_by, file_name) values (${strangeText}, ${strangeText})
      returning id)
    insert into bank_lines (import_id, day, amount_cents, text, occurrence, fingerprint)
    select id, '2026-11-22', 1, ${strangeText}, -1, ${strangeText} from statement`,
];

/** Of a document's words, before or after a publication of it. */
const strangeWords: unknown[] = [
  ...strangeEvents,
  { hero: null, why: { points: "none" }, about: { text: [{}, 3, null] } },
  { hero: { portrait: { name: 3, alt: [] } }, expertise: { cards: [null, "x", { title: {} }] } },
];

const strangePublications = strangeWords.flatMap((words) =>
  ["home", "prices", "testimonials", "shop"].map(
    (
      document,
      index,
    ) => `insert into site_publications (document, at, actor, before, after, undoes_id)
      values ('${document}', '${strangeTimes[index]}', ${strangeText}, null,
        ${json(words)}, ${index})`,
  ),
);

/** Hours that no clock shows, and texts that are meant to be taken for something else. */
export const strangeColumns = [
  "alter table ameb_bookings drop constraint ameb_bookings_rehearsal_known",
  "alter table invoices drop constraint invoices_guests_known",
  ...strangePublications,
  ...strangeEvents.flatMap((event) =>
    ["null", "'links'"].map(
      (suspicion) => `insert into contact_messages (name, email, message, suspicion, event)
        values (${strangeText}, '${strangeClient}', 'Strange words', ${suspicion},
          ${json(event)})`,
    ),
  ),
  ...["24:00:00", "00:00:00", "23:59:59.999999"].flatMap((time, index) => [
    ...["{}", "{NULL}", "{{Both,Neither},{NULL,Both}}"].map(
      (
        services,
      ) => `insert into ameb_bookings (student_parent_name, contact_email, exam_date, exam_time,
          exam_board_grade, service_required, rehearsal_date, rehearsal_time, rehearsal_minutes,
          candidate_name, exam_venue, works, notes, version, updated_at, status)
        values (${strangeText}, '${strangeClient}', current_date + 1, ${index ? strangeText : "null"}, ${strangeText},
          '${services}', current_date + 1, '${time}', 2147483647, ${strangeText}, ${strangeText},
          ${strangeText}, ${strangeText}, -2147483648, '-infinity', '${index ? "booked" : "pending"}')`,
    ),
    ...["accepted_at", "sent_at"].map(
      (
        column,
      ) => `insert into invoices (client_name, client_email, invoice_type, total_amount, slug,
          event_date, event_start, event_end, guests, event_title, event_location, updated_at, ${column})
        values (${strangeText}, '${strangeClient}', 'Live Piano Services Quote', 1200,
          'strange-hours-${column}-${index}', current_date + 1, '${time}', '${time}', -2147483648,
          ${strangeText}, ${strangeText}, 'infinity', now())`,
    ),
  ]),
  `insert into contact_messages (name, email, message)
    values (${strangeText}, '${strangeAddress}', 'Strange address')`,
  `insert into client_notes (email, phone, notes, updated_at)
    values ('${strangeClient}', ${strangeText}, ${strangeText}, 'infinity'), ('', null, null, '-infinity'),
      ('NO@CLIENT', '0491 570 006', null, now())`,
  `insert into activity (actor, action, subject_kind, subject_id, label, before, after)
    select ${strangeText}, 'constructor', 'booking', id, ${strangeText},
      '{"status": {"toString": 1}, "examTime": [[5]]}',
      '{"status": 5, "rehearsalTime": {"valueOf": 1}, "constructor": null, "__proto__": 1}'
    from ameb_bookings`,
  `insert into business_details (legal_name, trading_name, abn, postal_address, payid, payid_name, bsb,
      account_number, deposit_days, invoice_prefix, version, updated_at)
    values (${strangeText}, ${strangeText}, ${strangeText}, ${strangeText}, ${strangeText},
      ${strangeText}, ${strangeText}, ${strangeText}, 365, ${strangeText}, 2147483646, 'infinity')`,
  `insert into gst_registrations (starts, ends)
    values ('1900-01-01', '1900-01-01'), ('9999-12-31', null)`,
  ...strangeMoney,
  `insert into letters (kind, recipient, subject, html, text, state)
    values ('constructor', '${strangeClient}', ${strangeText}, '<script>top.location = "//evil.example"</script>',
      ${strangeText}, 'sent')`,
];
