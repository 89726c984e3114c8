import process from "node:process";
import { Worker } from "node:worker_threads";
import { inflateSync } from "node:zlib";
import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from "@cantoo/pdf-lib";
import { readUpload } from "#app/server/task-process.server.ts";
import { lowerPriority } from "#app/server/thread.server.ts";
import { type PdfAnswer, pdfUploadLimits, type PdfPart, type PdfTask } from "./upload-limits.ts";

/* A process of its own: a bad file ends only this one, and its memory returns to the system. */

const name = (text: string) => PDFName.of(text);

/** The parent is read for what a page inherits, and is not copied. */
const pageKeys =
  "Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Group Annots";

/** Pencil marks and comments, without what they do when they are pressed. */
const markKinds =
  "Ink FreeText Highlight Underline Squiggly StrikeOut Line Square Circle Polygon PolyLine Stamp Caret";
const markKeys =
  "Type Subtype Rect Contents F AP C IC CA Border BS QuadPoints InkList L LE Vertices DA Q";

/** Of all other dictionaries: files inside or outside of the document, scripts, and private data. */
const foreignKeys = "AA JS OpenAction AF EF OPI PieceInfo Metadata Ref Alternates RichMedia";
const actions =
  "JavaScript Launch URI SubmitForm ImportData GoToR GoToE Rendition Movie Sound Named".split(" ");

function keepOnly(dict: PDFDict, keys: string): void {
  const kept = keys.split(" ");
  for (const key of dict.keys()) if (!kept.includes(key.decodeText())) dict.delete(key);
}

/** Changes the page of the uploaded document, before it is copied. */
function cleanPage({ node }: PDFPage): void {
  keepOnly(node, pageKeys);
  const found = node.lookup(name("Annots"));
  const marks = found instanceof PDFArray ? found.asArray() : [];
  const kept = marks
    .map((mark) => node.context.lookup(mark))
    .filter((mark): mark is PDFDict => mark instanceof PDFDict && isMark(mark));
  for (const mark of kept) {
    keepOnly(mark, markKeys);
    const appearance = mark.lookup(name("AP"));
    if (appearance instanceof PDFDict) keepOnly(appearance, "N");
  }
  if (kept.length === 0) node.delete(name("Annots"));
  else node.set(name("Annots"), node.context.obj(kept));
}

function isMark(mark: PDFDict): boolean {
  const kind = mark.lookup(name("Subtype"));
  return kind instanceof PDFName && markKinds.split(" ").includes(kind.decodeText());
}

/** What pages share, such as fonts and pictures: everything that the copy has reached. */
function cleanObjects(document: PDFDocument): void {
  const waiting: PDFObject[] = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object);
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFArray) waiting.push(...object.asArray());
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    for (const key of foreignKeys.split(" ")) dict.delete(name(key));
    const action = dict.get(name("S"));
    if (action instanceof PDFName && actions.includes(action.decodeText())) keepOnly(dict, "");
    if (object instanceof PDFStream) {
      // The content of a stream may be in another file.
      for (const key of ["F", "FFilter", "FDecodeParms"]) dict.delete(name(key));
      refuseBomb(object);
    }
    waiting.push(...dict.values());
  }
}

/** A picture's size is bounded by its width and height; text and drawings are inflated to look. */
function refuseBomb(stream: PDFStream): void {
  if (!(stream instanceof PDFRawStream)) return;
  const filter = stream.dict.lookup(name("Filter"));
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter];
  if (!filters.includes(name("FlateDecode")) || stream.dict.get(name("Width"))) return;
  if (filters.length > 1) throw new Error("Filters upon filters.");
  try {
    inflateSync(stream.contents, { maxOutputLength: pdfUploadLimits.inflatedBytes });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw error;
    // Readers show as much of a damaged stream as they can.
  }
}

async function clean(file: Uint8Array): Promise<PdfAnswer> {
  const uploaded = await PDFDocument.load(file, { updateMetadata: false });
  const count = uploaded.getPageCount();
  if (count === 0) return { refusal: "damaged" };
  if (count > pdfUploadLimits.pages) return { refusal: "too-many-pages" };
  uploaded.getPages().forEach(cleanPage);
  const document = await PDFDocument.create();
  for (const page of await document.copyPages(uploaded, uploaded.getPageIndices()))
    document.addPage(page);
  cleanObjects(document);
  return { bytes: await document.save(), pages: document.getPageCount() };
}

const a4 = { width: 595.28, height: 841.89 };

async function join(parts: readonly PdfPart[]): Promise<PdfAnswer> {
  const document = await PDFDocument.create();
  for (const { format, bytes } of parts) {
    if (format === "jpg") {
      const picture = await document.embedJpg(bytes);
      const isWide = picture.width > picture.height;
      const size: [number, number] = isWide ? [a4.height, a4.width] : [a4.width, a4.height];
      const { width, height } = picture.scaleToFit(...size);
      const [x, y] = [(size[0] - width) / 2, (size[1] - height) / 2];
      document.addPage(size).drawImage(picture, { x, y, width, height });
    } else {
      const part = await PDFDocument.load(bytes, { updateMetadata: false });
      for (const page of await document.copyPages(part, part.getPageIndices()))
        document.addPage(page);
    }
  }
  return { bytes: await document.save(), pages: document.getPageCount() };
}

export const answerTo = (task: PdfTask, file?: Uint8Array): Promise<PdfAnswer> =>
  task.kind === "join"
    ? join(task.parts)
    : clean(file ?? readUpload()).catch((error: unknown): PdfAnswer => ({
        refusal: error instanceof EncryptedPDFError ? "encrypted" : "damaged",
      }));

// In a thread: this one is busy while it reads a file that inflates without end.
function limitMemory(bytes: number): void {
  const most = process.memoryUsage.rss() + bytes;
  const watch = `setInterval(() => process.memoryUsage.rss() > ${most} && process.kill(process.pid, "SIGKILL"), 20)`;
  new Worker(watch, { eval: true, env: {} }).unref();
}

if (import.meta.main) {
  lowerPriority();
  // The site's process has ended.
  process.on("disconnect", () => process.exit());
  process.once("message", (given) => {
    const task = given as PdfTask;
    if (task.kind === "clean") limitMemory(pdfUploadLimits.memory);
    answerTo(task).then(
      (answer) => process.send!(answer, undefined, {}, () => process.disconnect()),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
