import { type Day, shortDay } from "#app/values/calendar.ts";
import { oneLine } from "#app/values/text.ts";
import { actionInWords, actorInWords } from "./model.ts";

type Told = {
  actor: string;
  action: string;
  kind: string;
  label: string;
  event?: { title: string | null; day: Day | null } | undefined;
};

/** `Ada Client`, `viewed the quote`, `Garden party`: `name` may be a link. */
type Sentence = { who: string; did: string; name: string; rest: string };

/** `reader`: the reader's email address, shown as "You". */
export function sentenceOf(entry: Told, reader: string, today: Day): Sentence {
  const { verb, suffix } = actionInWords(entry);
  const { client, of, name, rest } = subjectOf(entry, today);
  if (entry.kind === "invoice" && (client || entry.actor === diary)) {
    const reason = client ? `when ${client} accepted` : "after the session";
    return { who: "", did: "Invoice", name, rest: ` ${verb} ${reason}` };
  }
  if (entry.kind === "appointment" && entry.actor === diary)
    return { who: "", did: "", name, rest: ` ${became[verb] ?? verb}` };
  return {
    who: entry.actor === reader ? "You" : actorOf(entry, client),
    did: of ? `${verb} ${of}` : verb,
    name,
    rest: suffix ? `${rest} ${suffix}` : rest,
  };
}

const diary = "The diary";

/** The diary's automatic actions, told as what happened to the entry. */
const became: Readonly<Record<string, string>> = {
  added: "is in your diary",
  removed: "is out of your diary",
  changed: "has changed in your diary",
  finished: "is over",
  declined: "was declined, as it wasn't answered in time",
  "let go of": "was let go of, as it wasn't paid in time",
};

const actorOf = ({ actor, kind }: Told, client: string): string =>
  actor === "client" && client ? client : actorInWords(actor, kind);

type Subject = { client: string; of: string; name: string; rest: string };

/** Labels hold the client and the thing; the order depends on the kind. */
function subjectOf(entry: Told, today: Day): Subject {
  const { actor, kind, label } = entry;
  const { noun } = actionInWords(entry);
  if (kind === "quote") {
    const [client, type] = split(label, label.lastIndexOf(", "));
    if (!type) return { client: "", of: "the quote", name: label, rest: "" };
    const name = eventOf(entry, today) || type;
    const of = /quote/i.test(name) ? "the" : "the quote";
    return { client, of, name, rest: actor === "client" ? "" : ` for ${client}` };
  }
  if (kind === "appointment") {
    const [name, client] = split(label, label.lastIndexOf(", "));
    if (actor === "client") return { client, of: "", name, rest: "" };
    return { client, of: "", name: label, rest: "" };
  }
  if (kind === "invoice" && actor === "client") {
    const [name, client] = split(label, label.indexOf(", "));
    return { client, of: "the invoice", name, rest: "" };
  }
  if (kind === "booking") {
    const [name, about] = split(label, label.indexOf(", "));
    return { client: name, of: `the ${noun} of`, name, rest: about && `, ${about}` };
  }
  if (kind === "records" && !label.startsWith("of "))
    return { client: "", of: "the", name: label, rest: "" };
  const of = kind === "message" ? "the message from" : noun && `the ${noun}`;
  return { client: "", of, name: label, rest: "" };
}

/** Without a title the day distinguishes the event from others of its type. */
function eventOf({ label, event }: Told, today: Day): string {
  if (event?.title) return oneLine(event.title);
  const [, type] = split(label, label.lastIndexOf(", "));
  return event?.day ? `${type}, ${shortDay(event.day, today)}` : "";
}

const split = (label: string, at: number): [first: string, second: string] =>
  at === -1 ? [label, ""] : [label.slice(0, at), label.slice(at + 2)];
