import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { requestLimits } from "#app/server/http/gate-refusals.server.ts";
import { pictureLimits } from "./model.ts";
import type { PictureRefusal } from "./refusals.ts";

export type ReceivedForm = {
  fields: ReadonlyMap<string, string>;
  fileName: string;
  refusal: PictureRefusal | null;
};

/** In ms. A slow phone needs minutes for 15 MB; a silent one has left. */
const patience = { whole: 300_000, silence: 20_000 };

const limits = {
  fileSize: pictureLimits.bytes,
  files: 1,
  fields: 10,
  fieldSize: 2_000,
  headerPairs: 20,
  headerSize: 4_096,
};

/** The file is unlinked at once, so that nothing remains however the process ends. */
export async function openTemporaryFile(dataDir: string): Promise<FileHandle> {
  const folder = join(dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

/**
 * Reads to the end even after an error, so that the browser gets the answer. Rejects when the
 * client leaves, is silent or too slow.
 */
export async function receiveForm(
  body: IncomingMessage,
  file: FileHandle,
  waiting = patience,
): Promise<ReceivedForm> {
  const form = readForm(body.headers, file);
  if (!form) return { fields: new Map(), fileName: "", refusal: "malformed" };
  let received = 0;
  const leave = () => body.destroy();
  const whole = setTimeout(leave, waiting.whole);
  const silence = setTimeout(leave, waiting.silence);
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

function readForm(headers: IncomingHttpHeaders, file: FileHandle) {
  const fields = new Map<string, string>();
  const refusals: PictureRefusal[] = [];
  let fileName = "";
  let saved = Promise.resolve();
  let writeError: Error | undefined;
  let parser: BusboyInstance;
  try {
    parser = new Busboy({ headers: headers as BusboyHeaders, limits });
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
  const save = async (incoming: Readable) => {
    for await (const chunk of incoming as AsyncIterable<Buffer>)
      await file.writeFile(chunk).catch((error: Error) => {
        writeError = error;
        throw error;
      });
  };
  parser.on("field", (name, value) => void fields.set(name, value));
  parser.on("filesLimit", () => refusals.push("several"));
  parser.on("file", (_, incoming, name) => {
    fileName = name ?? "";
    incoming.once("limit", () => refusals.push("too-large"));
    // The form ended within the file, or the disk is full.
    saved = save(incoming).catch((error: Error) => void parser.destroy(error));
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
      const [refusal = fileName === "" ? "missing" : null] = refusals;
      return { fields, fileName, refusal };
    },
  };
}
