import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import type { IncomingMessage, IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { requestLimits } from "./gate.server.ts";

type UploadRefusal = "malformed" | "several" | "too-large" | "missing";

export type ReceivedFile = { name: string; file: FileHandle };

type ReceivedForm = {
  fields: ReadonlyMap<string, string>;
  files: readonly ReceivedFile[];
  refusal: UploadRefusal | null;
};

/** In ms. A slow phone needs minutes for 15 MB; a silent one has left. */
const patience = { whole: 300_000, silence: 20_000 };

type UploadLimits = { fileSize: number; files: number };

const limits = { fields: 10, fieldSize: 2_000, headerPairs: 20, headerSize: 4_096 };

/** The file is unlinked at once, so that nothing remains however the process ends. */
export async function openTemporaryFile(dataDir: string): Promise<FileHandle> {
  const folder = join(dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

type OpenFile = () => Promise<FileHandle>;

/** Reads on after an error, so that the browser gets the answer; rejects if the client leaves, stalls or is slow. */
export async function receiveFiles(
  body: IncomingMessage,
  openFile: OpenFile,
  most: UploadLimits,
): Promise<ReceivedForm> {
  const form = readForm(body.headers, openFile, most);
  if (!form) return { fields: new Map(), files: [], refusal: "malformed" };
  let received = 0;
  const leave = () => body.destroy();
  const whole = setTimeout(leave, patience.whole);
  const silence = setTimeout(leave, patience.silence);
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      silence.refresh();
      received += chunk.length;
      if (received > requestLimits.streamedBytes) leave();
      await form.write(chunk);
    }
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
    await form.end();
  }
  return form.result();
}

function readForm(headers: IncomingHttpHeaders, openFile: OpenFile, most: UploadLimits) {
  const fields = new Map<string, string>();
  const refusals: UploadRefusal[] = [];
  const files: ReceivedFile[] = [];
  let saved = Promise.resolve();
  let writeError: Error | undefined;
  let parser: BusboyInstance;
  try {
    parser = new Busboy({ headers: headers as BusboyHeaders, limits: { ...limits, ...most } });
  } catch {
    // Multipart without a boundary.
    return null;
  }
  const over = new Promise<void>((resolve) => {
    parser.once("finish", resolve);
    parser.on("error", () => {
      refusals.push("malformed");
      resolve();
    });
  });
  let begun = 0;
  const save = async (incoming: Readable, name: string) => {
    // Which opens first is not in our hands.
    const place = begun++;
    const failed = (error: Error) => {
      writeError = error;
      throw error;
    };
    const file = await openFile().catch(failed);
    files[place] = { name, file };
    for await (const chunk of incoming as AsyncIterable<Buffer>)
      await file.writeFile(chunk).catch(failed);
  };
  parser.on("field", (name, value) => void fields.set(name, value));
  parser.on("filesLimit", () => refusals.push("several"));
  parser.on("file", (_, incoming, name) => {
    // A field without a file is sent as an empty one.
    if (!name) return void incoming.resume();
    incoming.once("limit", () => refusals.push("too-large"));
    // The form ended within the file, or the disk is full.
    const file = save(incoming, name).catch((error: Error) => void parser.destroy(error));
    saved = saved.then(() => file);
  });
  return {
    write: (chunk: Buffer) =>
      Promise.race([over, new Promise<void>((resolve) => parser.write(chunk, () => resolve()))]),
    end: async () => {
      if (!parser.destroyed) parser.end();
      await over;
      await saved;
    },
    result: (): ReceivedForm => {
      if (writeError) throw writeError;
      const [refusal = files.length === 0 ? "missing" : null] = refusals;
      return { fields, files, refusal };
    },
  };
}

/** ENOSPC is the file system's code, 53100 PostgreSQL's, which may be on another disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === "ENOSPC" || code === "53100" || isDiskFull(error.cause);
}
