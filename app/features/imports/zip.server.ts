import { inflateRawSync } from "node:zlib";

/* The files in a ZIP archive (APPNOTE.TXT 4.3), such as the one that Mailchimp exports. */

type ArchivedFile = { name: string; bytes: Uint8Array };

/** The size of the end of the central directory, and of its longest comment. */
const end = { size: 22, comment: 0xffff };

export const isZip = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).equals(zipStart);
const zipStart = Buffer.from("PK\u0003\u0004");

/** Null for a damaged archive, or one whose files have more than `most` bytes together. */
export function unzip(bytes: Uint8Array, most: number, isWanted: (name: string) => boolean) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const from = Math.max(0, view.length - end.size - end.comment);
    const last = view.lastIndexOf("PK\u0005\u0006");
    if (last < from) return null;
    const files: ArchivedFile[] = [];
    let at = view.readUInt32LE(last + 16);
    let room = most;
    for (let left = view.readUInt16LE(last + 10); left > 0; left--) {
      const [nameLength, extra, comment] = [28, 30, 32].map((part) => view.readUInt16LE(at + part));
      const name = view.toString("utf8", at + 46, at + 46 + nameLength!);
      if (isWanted(name)) {
        const file = extract(view, at, room);
        room -= file.length;
        files.push({ name, bytes: file });
      }
      at += 46 + nameLength! + extra! + comment!;
    }
    return files;
  } catch (error) {
    // Reading past the end, or data that can't be inflated into the room that is left.
    if (error instanceof RangeError || (error as { code?: string }).code) return null;
    throw error;
  }
}

function extract(view: Buffer, at: number, room: number): Buffer {
  const [method, size] = [view.readUInt16LE(at + 10), view.readUInt32LE(at + 20)];
  const header = view.readUInt32LE(at + 42);
  const start = header + 30 + view.readUInt16LE(header + 26) + view.readUInt16LE(header + 28);
  const packed = view.subarray(start, start + size);
  if (packed.length < size || size > room) throw new RangeError("Too large.");
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, room) });
}
