import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";

/* A name server with TXT records alone (RFC 1035), asked over UDP on loopback. */

type NameServer = {
  /** Asks this server and no other. */
  resolver: Resolver;
  asked: string[];
  stop: () => Promise<void>;
};

type Records = Readonly<Record<string, readonly string[]>>;
/** `silent` answers nothing, `fails` says that it cannot tell. */
type Behaviour = "answers" | "silent" | "fails";

const response = 0x8400;
const [noError, serverFailure, nameError] = [0, 2, 3];
const txt = 16;
const headerLength = 12;
/** A character-string has at most 255 bytes; a longer text is several. */
const stringsOf = (text: string) => text.match(/.{1,255}/gs) ?? [""];

export async function startNameServer(
  records: Records,
  behaviour: Behaviour = "answers",
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, end } = nameIn(query);
    asked.push(name);
    if (behaviour === "silent") return;
    const texts = records[name] ?? [];
    // A name with others below it exists without records of its own (RFC 8020).
    const exists = Object.keys(records).some((one) => one === name || one.endsWith(`.${name}`));
    const code = behaviour === "fails" ? serverFailure : exists ? noError : nameError;
    const answers = code === noError ? texts.map(answer) : [];
    const header = Buffer.alloc(headerLength);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(response | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    const question = query.subarray(headerLength, end);
    socket.send(Buffer.concat([header, question, ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, asked, stop: () => new Promise((resolve) => socket.close(resolve)) };
}

/** The first question's name, and where the question ends. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 };
}

function answer(text: string): Buffer {
  const strings = stringsOf(text).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part, "latin1")]),
  );
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  // The name is the question's.
  head.writeUInt16BE(0xc000 | headerLength, 0);
  head.writeUInt16BE(txt, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
