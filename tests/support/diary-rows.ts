/** The statement for a booked lesson of an hour, ten days from now, behind this link. */
export function appointmentRow(token: string): string {
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
