import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type BackupKey, BackupRefused } from "./key.server.ts";

// A sealed backup: a line that names the key, 16 random bytes, then chunks. A chunk is its head (final, index,
// length), its content in AES-256-GCM and the tag. The head is authenticated too, and final and index are the
// nonce: with a key of its own for each file no nonce comes twice.

/** A key, or who asks for the one of that name where the file is sealed. */
export type KeySource = BackupKey | ((name: string) => Promise<BackupKey>) | null;

const start = "breath-and-key sealed backup ";
const firstLine = `${start}1 with key `;
const nameLength = 12;
const headerLength = firstLine.length + nameLength + 1 + 16;
const chunkLength = 65_536;
const headLength = 9;
const tagLength = 16;

export async function* seal(plain: AsyncIterable<Buffer>, key: BackupKey): AsyncGenerator<Buffer> {
  const header = Buffer.concat([Buffer.from(`${firstLine}${key.name}\n`), randomBytes(16)]);
  yield header;
  const fileKey = fileKeyOf(key, header);
  let index = 0;
  const take = reader(plain);
  let content = await take(chunkLength);
  for (let isFinal = false; !isFinal; index++) {
    const next = await take(chunkLength);
    isFinal = next.length === 0;
    const head = Buffer.alloc(headLength);
    head.writeUInt8(Number(isFinal), 0);
    head.writeUInt32BE(index, 1);
    head.writeUInt32BE(content.length, 5);
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonceOf(head)).setAAD(head);
    yield Buffer.concat([head, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    content = next;
  }
}

/** Passes on what is not sealed. All that it yields is authentic; throws {@link BackupRefused}. */
export async function* unseal(
  file: string,
  bytes: AsyncIterable<Buffer>,
  source: KeySource,
): AsyncGenerator<Buffer> {
  const refused = (reason: string) => new BackupRefused(`${file} ${reason}.`);
  const cutShort = () => refused("is not whole: it was cut short");
  const damaged = (how: string) => refused(`is damaged: ${how}`);
  const unfitting = () => damaged("its seal does not fit");
  const take = reader(bytes);
  const header = await take(headerLength);
  const text = header.toString("latin1");
  if (!text.startsWith(start)) {
    // Whoever names a key expects a sealed file: another may be somebody else's.
    if (source !== null && typeof source !== "function")
      throw refused("is not sealed: restore it without --key, if it is yours");
    for (let some = header; some.length > 0; some = await take(chunkLength)) yield some;
    return;
  }
  if (!text.startsWith(firstLine))
    throw refused("was sealed by a newer version of this program. Use that one");
  if (header.length < headerLength) throw cutShort();
  const name = text.slice(firstLine.length, firstLine.length + nameLength);
  const key = typeof source === "function" ? await source(name) : source;
  if (!key) throw refused(`is sealed with the key ${name}: name its file with --key`);
  if (key.name !== name)
    throw refused(`is sealed with the key ${name}, and the one given is ${key.name}`);
  const fileKey = fileKeyOf(key, header);
  for (let expected = 0; ; expected++) {
    const head = await take(headLength);
    if (head.length < headLength) throw cutShort();
    const length = head.readUInt32BE(5);
    if (length > chunkLength) throw unfitting();
    const sealed = await take(length + tagLength);
    if (sealed.length < length + tagLength) throw cutShort();
    const content = opened(fileKey, head, sealed);
    if (!content) throw unfitting();
    if (head.readUInt32BE(1) !== expected) throw damaged("parts are missing or out of order");
    yield content;
    if (head.readUInt8(0) !== 1) continue;
    if ((await take(1)).length > 0) throw damaged("something follows its end");
    return;
  }
}

function opened(fileKey: Buffer, head: Buffer, sealed: Buffer): Buffer | null {
  const tag = sealed.subarray(-tagLength);
  const decipher = createDecipheriv("aes-256-gcm", fileKey, nonceOf(head), {
    authTagLength: tagLength,
  });
  decipher.setAAD(head).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}

function fileKeyOf({ bytes }: BackupKey, header: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", bytes, header, "chunks of a sealed backup", 32));
}

function nonceOf(head: Buffer): Buffer {
  return Buffer.concat([head.subarray(0, 5), Buffer.alloc(7)]);
}

/** Returns as many bytes as asked for; fewer only at the end. */
function reader(bytes: AsyncIterable<Buffer>): (length: number) => Promise<Buffer> {
  const source = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (length) => {
    const parts = [rest];
    for (let found = rest.length; found < length; found += parts.at(-1)!.length) {
      const { value, done } = await source.next();
      if (done) break;
      parts.push(value);
    }
    const all = Buffer.concat(parts);
    rest = all.subarray(length);
    return all.subarray(0, length);
  };
}
