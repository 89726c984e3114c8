import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { checkBackup, format, saveBackup, version } from "#app/server/backup/file.server.ts";
import { backupKeyFrom, readBackupKey } from "#app/server/backup/key.server.ts";
import { seal, unseal } from "#app/server/backup/seal.server.ts";

/* Sealed backups: nothing is read or changed without the key, and each refusal says why. */

const keyOf = (content: string) =>
  backupKeyFrom(Buffer.alloc(32, content).toString("base64url"), "the test");
const key = keyOf("the key of these tests");
const otherKey = keyOf("another key");
const firstLine = `breath-and-key sealed backup 1 with key ${key.name}\n`;
const headerLength = firstLine.length + 16;
const chunkLength = 9 + 65_536 + 16;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "seal-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

async function* piecesOf(content: Buffer, length = 10_000) {
  for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length);
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const manifest = { format, version, schema: "0000_first", madeAt: "2026-03-10", secret: "s" };
const lines = [
  manifest,
  // Random, so that it fills several chunks when compressed.
  { table: "notes", columns: [randomBytes(200_000).toString("hex")] },
  { end: { notes: { rows: 0, sha256: createHash("sha256").digest("hex") } } },
];
const plain = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const fill = (out: Writable) => pipeline(piecesOf(plain), out);

async function sealedFile(): Promise<string> {
  const file = join(folder(), "backup");
  await saveBackup(file, fill, key);
  return file;
}

test.for([0, 1, 65_535, 65_536, 65_537, 200_000])(
  "%i bytes come back as they were, whatever the pieces",
  async (length) => {
    const content = randomBytes(length);
    const sealed = await collect(seal(piecesOf(content), key));
    expect(await collect(unseal("file", piecesOf(sealed, 777), key))).toEqual(content);
  },
);

test("a sealed backup is read with its key, and shows the key's name only", async () => {
  const file = await sealedFile();
  const sealed = readFileSync(file);
  expect((await checkBackup(file, key)).manifest).toEqual(manifest);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(sealed.subarray(0, firstLine.length).toString()).toBe(firstLine);
  for (let at = 0; at + 16 <= plain.length; at += 1_000)
    expect(sealed.includes(plain.subarray(at, at + 16))).toBe(false);
});

test("equal chunks look different, in one file and in two", async () => {
  const sealed = () => collect(seal(piecesOf(Buffer.alloc(2 * 65_536)), key));
  const contentOf = (all: Buffer, chunk: number) =>
    all.subarray(headerLength + chunk * chunkLength + 9).toString("hex", 0, 1_000);
  const [first, second] = [await sealed(), await sealed()];
  const contents = [first, second].flatMap((all) => [contentOf(all, 0), contentOf(all, 1)]);
  expect(new Set(contents).size).toBe(4);
});

test("sealing and opening take a chunk at a time", async () => {
  const content = Buffer.alloc(2_000_000);
  const sealed = await collect(seal(piecesOf(content), key));
  let read = 0;
  const counted = async function* (bytes: Buffer) {
    for await (const piece of piecesOf(bytes)) {
      read += piece.length;
      yield piece;
    }
  };
  for (const stream of [seal(counted(content), key), unseal("file", counted(sealed), key)]) {
    read = 0;
    let passed = 0;
    for await (const piece of stream) {
      passed += piece.length;
      expect(read - passed).toBeLessThan(3 * chunkLength);
    }
    expect(read).toBeGreaterThanOrEqual(content.length);
  }
});

const flipped = (at: number) => (sealed: Buffer) => sealed.with(at, sealed[at]! ^ 1);
/** Its header and the chunks of these numbers. */
const only = (numbers: number[]) => (sealed: Buffer) => {
  const chunk = (at: number) =>
    sealed.subarray(headerLength + at * chunkLength, headerLength + (at + 1) * chunkLength);
  return Buffer.concat([sealed.subarray(0, headerLength), ...numbers.map(chunk)]);
};
const cutShort = "is not whole: it was cut short";
const reordered = "is damaged: parts are missing or out of order";
const unfitting = "is damaged: its seal does not fit";
const newer = "was sealed by a newer version of this program. Use that one";

test.for<[what: string, change: (sealed: Buffer) => Uint8Array, reason: string]>([
  ["half its header", (all) => all.subarray(0, 45), cutShort],
  ["its header alone", only([]), cutShort],
  ["half a chunk", (all) => all.subarray(0, 30_000), cutShort],
  ["whole chunks without the last", only([0, 1]), cutShort],
  ["all but a byte", (all) => all.subarray(0, -1), cutShort],
  ["two chunks exchanged", only([1, 0, 2, 3]), reordered],
  ["a chunk left out", only([0, 2, 3]), reordered],
  [
    "more after its end",
    (all) => Buffer.concat([all, all]),
    "is damaged: something follows its end",
  ],
  ["a bit of its content flipped", flipped(100_000), unfitting],
  ["a bit of its salt flipped", flipped(firstLine.length), unfitting],
  ["a chunk that calls itself the last", flipped(headerLength), unfitting],
  ["a length beyond a chunk's", flipped(headerLength + 5), unfitting],
  ["a newer seal", flipped(firstLine.indexOf("1")), newer],
])("a sealed backup with %s is refused", async ([, change, reason]) => {
  const file = await sealedFile();
  writeFileSync(file, change(readFileSync(file)));
  await expect(checkBackup(file, key)).rejects.toMatchObject({
    name: "BackupRefused",
    message: `${file} ${reason}.`,
  });
});

test("a wrong key and a missing one are named", async () => {
  const file = await sealedFile();
  await expect(checkBackup(file, otherKey)).rejects.toThrow(
    `${file} is sealed with the key ${key.name}, and the one given is ${otherKey.name}.`,
  );
  await expect(checkBackup(file)).rejects.toThrow(
    `${file} is sealed with the key ${key.name}: name its file with --key.`,
  );
});

test("a backup that cannot be sealed or filled leaves nothing behind and says why", async () => {
  const file = join(folder(), "backup");
  const full = Object.assign(new Error("full"), { code: "ENOSPC" });
  const fails = new Transform({ transform: (_chunk, _encoding, done) => done(full) });
  const failing = (out: Writable) => pipeline(piecesOf(plain), fails, out);
  await expect(saveBackup(file, failing, key)).rejects.toThrow(
    `${file} could not be written: the disk is full.`,
  );
  const early = () => Promise.reject(new Error("There is no database."));
  await expect(saveBackup(file, early, key)).rejects.toThrow("There is no database.");
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test("whoever names a key takes no file that is not sealed", async () => {
  const file = join(folder(), "backup");
  writeFileSync(file, plain);
  await expect(checkBackup(file, key)).rejects.toThrow(`${file} is not sealed`);
  expect((await checkBackup(file, () => Promise.reject(new Error("asked")))).manifest).toEqual(
    manifest,
  );
});

test("a file without a key in it is refused", () => {
  const file = join(folder(), "key");
  writeFileSync(file, "password\n");
  expect(() => readBackupKey(file)).toThrow(`${file} holds no key of a backup`);
  expect(() => readBackupKey("/nowhere/key")).toThrow("The key of the backups cannot be read");
});
