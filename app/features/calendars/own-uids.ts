/* Recognises this site's own events, which its invitations or feed put into other calendars. */

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ofRecord = new RegExp(`^(?:(?:(?:appointment|series)-)?(${uuid})|(${uuid})-rehearsal)@(.+)$`);
const ofClient = /^booking-[\w-]{22}@(.+)$/;

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, "");

/** True with this host, else the record that it may be about under an earlier host. */
export function ownRecordOf(uid: string, ownHost: string): true | string | null {
  const [, id, rehearsal, host = ofClient.exec(uid)?.[1]] = ofRecord.exec(uid) ?? [];
  if (host && withoutWww(host) === withoutWww(ownHost)) return true;
  return id ?? rehearsal ?? null;
}
