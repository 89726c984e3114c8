import { businessRow, invoiceRow } from "./invoice-rows.ts";
import { insertQuote } from "./quote-rows.ts";
import type { Query } from "./store.ts";

const always = JSON.stringify(Array.from({ length: 7 }, () => [["00:00", "00:00"]]));

/** The statement for a booked lesson of an hour, ten days from now, behind this link. */
function appointmentRow(token: string): string {
  return `with service as (
      insert into services (category, slug, name, minutes, price)
      values ('voice-piano', 'lesson', 'Voice and piano', 60, 9500) returning id
    ), times as (select date_trunc('hour', now()) + interval '10 days' as starts)
    insert into diary_entries (kind, title, starts_at, ends_at, busy_from, busy_until, service_id,
      price, place, client_name, client_email, token)
    select 'appointment', 'Voice and piano', starts, starts + interval '1 hour', starts,
      starts + interval '1 hour', service.id, 9500, 'studio', 'Ada Client', 'ada@client.example',
      '${token}' from service, times`;
}

/** One of each record, all with the same id; behind the link are a quote, an invoice and an appointment. */
export async function insertOneOfEach(query: Query, id: string, slug: string): Promise<void> {
  await insertQuote(query, { id, slug });
  for (const statement of [
    `insert into contact_messages (id, name, email, message)
      values ('${id}', 'Ada', 'ada@client.example', 'Hello there')`,
    `insert into ameb_bookings (id, student_parent_name, contact_email, exam_time, exam_board_grade,
      service_required) values ('${id}', 'Mei', 'mei@family.example', '10', 'Grade 5', '{}')`,
    `insert into email_templates (id, name, subject, body) values ('${id}', 'Thanks', 'Hello', 'Hello')`,
    businessRow,
    invoiceRow("INV-0900", slug, `'${id}'`),
    appointmentRow(slug),
    `update diary_entries set id = '${id}' where token = '${slug}'`,
    `insert into services (id, category, slug, name, minutes, price)
      values ('${id}', 'voice-piano', 'another', 'Another lesson', 30, 5000)`,
    `insert into opening_hours (week) values ('${always}')`,
    `insert into opening_hours (id, service_id, week) values ('${id}', '${id}', '[]')`,
    `insert into mailings (id, subject, body) values ('${id}', 'Spring', 'Hello')`,
    `insert into imports (id, created_by, file_name, kind, counts, imported_at) values
      ('${id}', 'owner@b.example', 'x.csv', 'clients', '{"new":0,"known":0,"skipped":0,"unreadable":0}', now())`,
    `insert into calendar_sources (id, name, url) values ('${id}', 'Hers', 'https://127.0.0.1/x.ics')`,
  ])
    await query(statement);
}
