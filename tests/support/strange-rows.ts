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

const invoice = (slug: string, amount: string, values: Record<string, string>) =>
  `insert into invoices (client_name, client_email, invoice_type, total_amount, slug${Object.keys(
    values,
  )
    .map((name) => `, ${name}`)
    .join("")})
   values ('Strange Client', '${strangeClient}', 'Live Piano Services Quote', '${amount}', '${slug}'${Object.values(
     values,
   )
     .map((value) => `, '${value}'`)
     .join("")})`;

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
