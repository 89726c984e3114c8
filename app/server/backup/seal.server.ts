import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

// A sealed backup: a line that names the key, 16 random bytes, then chunks. A chunk is its head (final, index,
// length), its content in AES-256-GCM and the tag. The head is authenticated too, and final and index are the
// nonce: with a key of its own for each file no nonce comes twice.

export type BackupKey = { bytes: Buffer; name: string };

/** Its message continues a sentence that begins with the file's name. */
export class SealBroken extends Error {
  override name = "SealBroken";
}

const start = "breath-and-key sealed backup ";
const firstLine = `${start}1 with key `;
const nameLength = 12;
const headerLength = firstLine.length + nameLength + 1 + 16;
const chunkLength = 65_536;
const headLength = 9;
const tagLength = 16;

/** The name tells keys apart and tells nothing of them. */
export function backupKeyOf(bytes: Buffer): BackupKey {
  const name = createHash("sha256").update(`${firstLine}\n`).update(bytes).digest("hex");
  return { bytes, name: name.slice(0, nameLength) };
}

/** The name of the key that a file was sealed with, from its first bytes; null: it is not sealed. */
export function sealedWith(begin: Buffer): string | null {
  const text = begin.toString("latin1");
  if (!text.startsWith(start)) return null;
  if (!text.startsWith(firstLine))
    throw new SealBroken("was sealed by a newer version of this program. Use that one");
  return text.slice(firstLine.length, firstLine.length + nameLength);
}

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
    const head = headOf({ isFinal, index, length: content.length });
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonceOf(head)).setAAD(head);
    yield Buffer.concat([head, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    content = next;
  }
}

/** Passes on what is not sealed. Every chunk that it yields is authentic; throws {@link SealBroken}. */
export async function* unseal(
  bytes: AsyncIterable<Buffer>,
  key: BackupKey | null,
): AsyncGenerator<Buffer> {
  const take = reader(bytes);
  const header = await take(headerLength);
  const name = sealedWith(header);
  if (name === null) {
    for (let some = header; some.length > 0; some = await take(chunkLength)) yield some;
    return;
  }
  if (header.length < headerLength) throw cutShort();
  if (!key) throw new SealBroken(`is sealed with the key ${name}: name its file with --key`);
  if (key.name !== name)
    throw new SealBroken(`is sealed with the key ${name}, and the one given is ${key.name}`);
  const fileKey = fileKeyOf(key, header);
  for (let expected = 0; ; expected++) {
    const head = await take(headLength);
    if (head.length < headLength) throw cutShort();
    const { isFinal, index, length } = chunkOf(head);
    if (length > chunkLength) throw damaged();
    const sealed = await take(length + tagLength);
    if (sealed.length < length + tagLength) throw cutShort();
    const content = opened(fileKey, head, sealed);
    if (index !== expected) throw new SealBroken("is damaged: parts are missing or out of order");
    yield content;
    if (!isFinal) continue;
    if ((await take(1)).length > 0) throw new SealBroken("is damaged: something follows its end");
    return;
  }
}

function opened(fileKey: Buffer, head: Buffer, sealed: Buffer): Buffer {
  const tag = sealed.subarray(-tagLength);
  const decipher = createDecipheriv("aes-256-gcm", fileKey, nonceOf(head), {
    authTagLength: tagLength,
  });
  decipher.setAAD(head).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

const cutShort = () => new SealBroken("is not whole: it was cut short");
const damaged = () => new SealBroken("is damaged: its seal does not fit");

function fileKeyOf({ bytes }: BackupKey, header: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", bytes, header, "chunks of a sealed backup", 32));
}

type Chunk = { isFinal: boolean; index: number; length: number };

function headOf({ isFinal, index, length }: Chunk): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt8(Number(isFinal), 0);
  head.writeUInt32BE(index, 1);
  head.writeUInt32BE(length, 5);
  return head;
}

function chunkOf(head: Buffer): Chunk {
  const isFinal = head.readUInt8(0) === 1;
  return { isFinal, index: head.readUInt32BE(1), length: head.readUInt32BE(5) };
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
