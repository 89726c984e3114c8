import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import type { IncomingMessage, IncomingHttpHeaders } from "node:http";
import { redirect } from "react-router";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { Administrator } from "#app/features/auth/model.ts";
import { requireAdministrator } from "#app/features/auth/session.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import { log } from "#app/server/log.server.ts";
import { cleanText, cutCharacters, oneLine } from "#app/values/text.ts";
import { requestLimits } from "#app/server/http/gate.server.ts";
import { storePicture } from "./commands.server.ts";
import {
  pictureLimits,
  readFocus,
  readShape,
  returnPath,
  type PictureRefusal,
  refusalText,
} from "./model.ts";
import { preparePicture } from "./worker-process.server.ts";

type Outcome = { id: string } | { refusal: PictureRefusal; shape?: PictureShape | null };

const mostAtOnce = 2;
let uploading = 0;

/** Checks the administrator before it reads the body. `head` is the request without its body. */
export async function receivePicture(
  head: Request,
  body: IncomingMessage,
  { db, dataDir }: { db: Db; dataDir: string },
): Promise<Response> {
  const wantsJson = head.headers.get("Accept")?.includes("application/json") ?? false;
  const answer = (outcome: Outcome, returnTo?: string) =>
    wantsJson ? asJson(outcome) : asRedirect(outcome, returnTo);
  const by = await requireAdministrator(head).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  if (by instanceof Response) {
    if (!wantsJson) return by;
    return asJson({ refusal: by.status === 403 ? "forbidden" : "signed-out" });
  }
  if (uploading >= mostAtOnce) return answer({ refusal: "busy" });
  uploading++;
  try {
    await using file = await openTemporaryFile(dataDir);
    const form = await receiveForm(body, file);
    return answer(await take(db, by, form, file), form.fields.get("returnTo"));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    log.error({ err: error }, "picture not stored");
    return answer({ refusal: "disk-full" });
  } finally {
    uploading--;
  }
}

async function take(
  db: Db,
  by: Administrator,
  { fields, fileName, refusal }: ReceivedForm,
  file: FileHandle,
): Promise<Outcome> {
  if (refusal) return { refusal };
  const shape = readShape(fields.get("shape"));
  if (!shape) return { refusal: "malformed" };
  const head = await file.read(Buffer.alloc(signatureLength), 0, signatureLength, 0);
  const judged = judge(head.buffer.subarray(0, head.bytesRead));
  if (judged) return { refusal: judged };
  const prepared = await preparePicture(file, shape);
  if ("refusal" in prepared) return { ...prepared, shape };
  const name = oneLine(cleanText(fileName)) || "Picture";
  const picture = {
    original: prepared.original,
    fileName: cutCharacters(name, pictureLimits.fileName),
    shape,
    focus: readFocus(fields.get("focusX"), fields.get("focusY")),
  };
  return { id: await storePicture(db, by, picture) };
}

/** ENOSPC is the file system's code, 53100 PostgreSQL's, which may be on another disk. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === "ENOSPC" || code === "53100" || isDiskFull(error.cause);
}

const statuses: Partial<Record<PictureRefusal, number>> = {
  malformed: 400,
  "signed-out": 401,
  forbidden: 403,
  "too-large": 413,
  busy: 429,
  "disk-full": 507,
};

function asJson(outcome: Outcome): Response {
  if ("id" in outcome) return Response.json(outcome);
  const { refusal: code, shape } = outcome;
  const error = { code, message: refusalText(code, shape) };
  return Response.json({ error }, { status: statuses[code] ?? 422 });
}

function asRedirect(outcome: Outcome, returnTo: string | undefined): Response {
  const said: Record<string, string> =
    "id" in outcome ? { picture: outcome.id } : { pictureError: outcome.refusal };
  return redirect(returnPath(returnTo, said), 303);
}

type ReceivedForm = {
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
async function openTemporaryFile(dataDir: string): Promise<FileHandle> {
  const folder = join(dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

/** Reads on after an error, so that the browser gets the answer; rejects if the client leaves, stalls or is slow. */
async function receiveForm(body: IncomingMessage, file: FileHandle): Promise<ReceivedForm> {
  const form = readForm(body.headers, file);
  if (!form) return { fields: new Map(), fileName: "", refusal: "malformed" };
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

/* Judges a file by its first bytes: its name and declared type are not trusted. */

const signatureLength = 1_024;

/** JPEG and PNG. */
const accepted = ["\xff\xd8\xff", "\x89PNG\r\n\x1a\n"];

const refused: readonly [string, PictureRefusal][] = [
  ["GIF8", "gif"],
  ["II*\0", "tiff"],
  ["MM\0*", "tiff"],
  ["II+\0", "tiff"],
  ["MM\0+", "tiff"],
  ["%PDF-", "pdf"],
  ["MZ", "program"],
  ["\x7fELF", "program"],
  ["#!", "program"],
];

const heicBrands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "msf1"];

/** Null for a picture. */
export function judge(head: Uint8Array): PictureRefusal | null {
  if (head.length === 0) return "empty";
  const text = Buffer.from(head.subarray(0, signatureLength)).toString("latin1");
  if (accepted.some((start) => text.startsWith(start))) return null;
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return null;
  if (text.slice(4, 8) === "ftyp") return refusalOfContainer(text);
  const other = refused.find(([start]) => text.startsWith(start));
  if (other) return other[1];
  return /<svg[\s>]/i.test(text.replaceAll("\0", "")) ? "svg" : "other";
}

/** HEIC, AVIF and videos share one container and differ by their brands. */
function refusalOfContainer(text: string): PictureRefusal {
  const length = Math.min(text.length, Math.max(16, text.charCodeAt(2) * 256 + text.charCodeAt(3)));
  const brands = [text.slice(8, 12), ...(text.slice(16, length).match(/[^]{4}/g) ?? [])];
  // A HEIC's first brand may be the general `mif1`, which AVIF files name too.
  if (brands.includes("avif") || brands.includes("avis")) return "avif";
  return brands.some((brand) => heicBrands.includes(brand)) ? "heic" : "other";
}
