import { href } from "react-router";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";
import { type NewEmail, ownerEmail } from "#app/features/email/outbox.server.ts";
import { withLength, type Service } from "#app/features/services/model.ts";
import { timesInZones } from "#app/features/services/times.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";
import { shortDay } from "#app/values/calendar.ts";
import { startPath } from "#app/values/start-path.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import type { Waiting } from "./commands.server.ts";

/** The link shows the rest. */
const mostListed = 5;

export function freeTimesEmail(
  one: Waiting,
  service: Service,
  free: readonly Date[],
): NewEmail & { recipient: string } {
  const { zone, untilDay } = one;
  const what = withLength(service.name, service.minutes);
  const isOne = free.length === 1;
  const lines = free.slice(0, mostListed).map((start) => {
    const end = new Date(start.getTime() + service.minutes * 60_000);
    return timesInZones(start, end, zone).lines[0]!;
  });
  const more = free.length - lines.length;
  const endUrl = endWaitingUrl(one.id);
  const note = (
    <>
      You get this because you asked on my site to be told: at most once a day, until{" "}
      {shortDay(untilDay, untilDay)}.{" "}
      <a data-text="button" href={endUrl} style={{ color: "inherit" }}>
        Stop telling me
      </a>
    </>
  );
  return {
    kind: "free-times",
    recipient: one.email,
    replyTo: ownerEmail(),
    subject: isOne ? `A time has come free: ${what}` : `Times have come free: ${what}`,
    unsubscribeUrl: endUrl,
    body: (
      <EmailLayout preview={lines[0]!} signed note={note}>
        <Heading>{isOne ? "A time has come free" : "Times have come free"}</Heading>
        <Text>
          You asked me to tell you when there is a time for {what}. Whoever books first has it.
        </Text>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {more > 0 && <Text>{`And ${more} more.`}</Text>}
        <Action href={timesUrl(service, free, zone)}>
          {isOne ? "Book this time" : "Choose a time"}
        </Action>
      </EmailLayout>
    ),
  };
}

function timesUrl({ category, slug }: Service, free: readonly Date[], zone: string): string {
  const service = { category, service: slug };
  const start = free[0]!;
  const isOne = free.length === 1;
  const path = isOne
    ? href("/book/:category/:service/:start", { ...service, start: startPath(start) })
    : href("/book/:category/:service", service);
  const query = { ...(!isOne && { week: zonedDay(start, zone) }), zone };
  return absoluteUrl(`${path}?${new URLSearchParams(query)}`);
}

export function endWaitingUrl(id: string): string {
  return absoluteUrl(`${href("/waiting/end")}?who=${id}.${sign("waiting list", id)}`);
}

/** The id to remove; null if the link is not signed by us. */
export function readEndWaitingUrl(url: string): string | null {
  const [id = "", signature = ""] = (new URL(url).searchParams.get("who") ?? "").split(".");
  return isSigned("waiting list", id, signature) ? id : null;
}
