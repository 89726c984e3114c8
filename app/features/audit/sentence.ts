import { actionInWords, actorInWords } from "./model.ts";

type Told = { actor: string; action: string; kind: string; label: string };

/** `Ada Client`, `viewed the`, `Live Piano Services Quote`: the name of the subject may be a link. */
type Sentence = { who: string; did: string; name: string; rest: string };

/**
 * An entry as one would tell it: clients by their names, and a record by what it is.
 * @param reader the email address of who reads it: "You"
 */
export function sentenceOf(entry: Told, reader: string): Sentence {
  const { verb, suffix } = actionInWords(entry);
  const { client, of, name, rest } = subjectOf(entry);
  return {
    who: entry.actor === reader ? "You" : actorOf(entry, client),
    did: of ? `${verb} ${of}` : verb,
    name,
    rest: suffix ? `${rest} ${suffix}` : rest,
  };
}

function actorOf({ actor, kind }: Told, client: string): string {
  if (actor !== "client" || !client) return actorInWords(actor, kind);
  return kind === "invoice" ? `${client}'s acceptance` : client;
}

type Subject = { client: string; of: string; name: string; rest: string };

/** Labels name the client and the thing, in the order of their lists. */
function subjectOf(entry: Told): Subject {
  const { actor, kind, label } = entry;
  const { noun } = actionInWords(entry);
  if (kind === "quote") {
    const [client, name] = split(label, label.lastIndexOf(", "));
    if (!name) return { client: "", of: "the quote", name: label, rest: "" };
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

const split = (label: string, at: number): [first: string, second: string] =>
  at === -1 ? [label, ""] : [label.slice(0, at), label.slice(at + 2)];
