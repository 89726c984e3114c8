import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { requireAdministrator } from "#app/features/auth/session.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import { log } from "#app/server/log.server.ts";
import { cleanText, cutCharacters, oneLine } from "#app/values/text.ts";
import { storePicture } from "./commands.server.ts";
import { pictureLimits } from "./model.ts";
import { openTemporaryFile, type ReceivedForm, receiveForm } from "./receive.server.ts";
import { type PictureRefusal, refusalText } from "./refusals.ts";
import { judge, signatureLength } from "./signature.ts";
import { readFocus, readShape, returnPath } from "./upload-form.ts";
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
  if ("refusal" in judged) return judged;
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
