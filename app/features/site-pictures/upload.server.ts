import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { redirect } from "react-router";
import type { Owner } from "#app/features/auth/model.ts";
import { ownerOf, requireAdministrator } from "#app/features/auth/session.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import { log } from "#app/server/log.server.ts";
import { cleanText, cutCharacters, oneLine } from "#app/values/text.ts";
import {
  isDiskFull,
  openTemporaryFile,
  type ReceivedFile,
  receiveFiles,
} from "#app/server/http/file-upload.server.ts";
import { storePicture } from "./commands.server.ts";
import {
  isLogo,
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
  const by = await requireAdministrator(head)
    .then(ownerOf)
    .catch((thrown: unknown) => {
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
    const openFile = () => Promise.resolve(file);
    const form = await receiveFiles(body, openFile, { fileSize: pictureLimits.bytes, files: 1 });
    const { fields, files, refusal } = form;
    const outcome = refusal ? { refusal } : await take(db, by, fields, files[0]!);
    return answer(outcome, fields.get("returnTo"));
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
  by: Owner,
  fields: ReadonlyMap<string, string>,
  { name: fileName, file }: ReceivedFile,
): Promise<Outcome> {
  const shape = readShape(fields.get("shape"));
  if (!shape) return { refusal: "malformed" };
  const judged = await judgeFile(file);
  if (judged && !(judged === "svg" && isLogo(shape))) return { refusal: judged };
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

export async function judgeFile(file: FileHandle): Promise<PictureRefusal | null> {
  const head = await file.read(Buffer.alloc(signatureLength), 0, signatureLength, 0);
  return judge(head.buffer.subarray(0, head.bytesRead));
}

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
