import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { href, redirect } from "react-router";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { PictureRefusal } from "#app/features/site-pictures/model.ts";
import { judgeFile } from "#app/features/site-pictures/upload.server.ts";
import { preparePage } from "#app/features/site-pictures/worker-process.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import {
  isDiskFull,
  openTemporaryFile,
  type ReceivedFile,
  receiveFiles,
} from "#app/server/http/file-upload.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { cleanText, cutCharacters, oneLine } from "#app/values/text.ts";
import { findFamilyExam } from "./family.server.tsx";
import { type MusicRefusal, type NewMusic, musicLimits } from "./music.ts";
import { cleanPdf } from "#app/server/pdf/uploads.server.ts";
import { storeMusic } from "./music.server.tsx";

const mostAtOnce = 2;
let uploading = 0;

/** Knows the link before it reads the body. `head` is the request without its body. */
export async function receiveMusic(
  head: Request,
  body: IncomingMessage,
  { db, dataDir }: { db: Db; dataDir: string },
): Promise<Response> {
  const token = new URL(head.url).pathname.split("/")[2] ?? "";
  const exam = await findFamilyExam(db, token, new Date());
  if (!exam) return new Response(null, { status: 404, headers: secretLinkHeaders });
  if (exam.status === "cancelled" || exam.isOver) return answer(token, "closed");
  if (uploading >= mostAtOnce) return answer(token, "busy");
  uploading++;
  await using opened = new AsyncDisposableStack();
  try {
    const openFile = async () => opened.use(await openTemporaryFile(dataDir));
    const most = { fileSize: musicLimits.bytes, files: musicLimits.files };
    const { fields, files, refusal } = await receiveFiles(body, openFile, most);
    if (refusal) return answer(token, refusal);
    if (fields.get("owned") !== "on") return answer(token, "unowned");
    const made: NewMusic[] = [];
    for (const file of files) {
      const music = await makeMusic(token, file);
      if (typeof music === "string") return answer(token, music);
      made.push(music);
    }
    const stored = await storeMusic(db, token, made);
    if (stored.ok) return answer(token, null);
    return stored.reason === "not-found"
      ? new Response(null, { status: 404, headers: secretLinkHeaders })
      : answer(token, stored.reason);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    log.error({ err: error }, "sheet music not stored");
    return answer(token, "disk-full");
  } finally {
    uploading--;
  }
}

/** Back to the page: a reload must not send the files again. */
function answer(token: string, refusal: MusicRefusal | null): Response {
  const said = refusal ? `refused=${refusal}` : "received";
  const response = redirect(`${href("/exams/:token", { token })}?${said}#music`, 303);
  for (const [name, value] of Object.entries(secretLinkHeaders)) response.headers.set(name, value);
  return response;
}

/** Pictures refuse more kinds by name. */
const refusalOf = (refusal: PictureRefusal): MusicRefusal =>
  refusal === "empty" ||
  refusal === "heic" ||
  refusal === "damaged" ||
  refusal === "too-many-pixels"
    ? refusal
    : "other";

async function makeMusic(
  token: string,
  { name, file }: ReceivedFile,
): Promise<NewMusic | MusicRefusal> {
  const refusal = await judgeFile(file);
  if (refusal !== null && refusal !== "pdf") return refusalOf(refusal);
  const fileName = cutCharacters(oneLine(cleanText(name)) || "Music", musicLimits.fileName);
  const id = recordId("sheet-music", await hashOf(file), token);
  if (refusal === "pdf") {
    const made = await cleanPdf(file);
    return "refusal" in made ? made.refusal : { id, fileName, format: "pdf", ...made };
  }
  const made = await preparePage(file);
  if ("refusal" in made) return refusalOf(made.refusal);
  return { id, fileName, format: "jpg", pages: 1, bytes: made.original };
}

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false }))
    hash.update(chunk as Buffer);
  return hash.digest("hex");
}
