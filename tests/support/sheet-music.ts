import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";

/* PDFs as families upload them, and as nobody should. */

export async function pdfOf(pages: number, text = "Allegro"): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page++)
    document.addPage().drawText(`${text} ${page}`, { x: 50, y: 700 });
  return Buffer.from(await document.save());
}

/** Does something when it is opened, shown and pressed, and carries a program and a form. */
export async function armedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  const { context } = document;
  page.drawText("Allegro 1", { x: 50, y: 700 });
  const script = { S: "JavaScript", JS: PDFString.of("app.alert(1)") };
  const launch = { S: "Launch", F: PDFString.of("calc.exe") };
  document.addJavaScript("start", "app.alert(2)");
  await document.attach(Buffer.from("MZ program"), "notes.exe");
  document.getForm().createTextField("name").addToPage(page);
  document.catalog.set(PDFName.of("OpenAction"), context.obj(launch));
  page.node.set(PDFName.of("AA"), context.obj({ O: script }));
  const mark = (given: Record<string, unknown>) =>
    context.register(
      context.obj({ Type: "Annot", Rect: [0, 0, 90, 90], ...given } as unknown as Record<
        string,
        string
      >),
    );
  page.node.addAnnot(mark({ Subtype: "Link", A: launch }));
  page.node.addAnnot(
    mark({ Subtype: "Ink", InkList: [[1, 1, 80, 80]], A: script, AA: { E: script } }),
  );
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** What only {@link armedPdf} has, once it is written {@link plainly}. */
export const dangerous =
  /JavaScript|\/JS\b|Launch|calc\.exe|EmbeddedFile|Filespec|AcroForm|Widget|OpenAction|\/AA\b|\/A\b|Link/;

/** The document with its objects written one by one. */
export const plainly = async (bytes: Uint8Array) =>
  Buffer.from(await (await PDFDocument.load(bytes)).save({ useObjectStreams: false })).toString(
    "latin1",
  );

const header = "%PDF-1.7\n";

function written(objects: readonly (string | Buffer)[]): Buffer {
  const parts = objects.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj\n`),
    Buffer.from(object),
    Buffer.from("\nendobj\n"),
  ]);
  return Buffer.concat([
    Buffer.from(header),
    ...parts,
    Buffer.from("trailer\n<< /Root 1 0 R >>\n%%EOF\n"),
  ]);
}

const catalog = "<< /Type /Catalog /Pages 2 0 R >>";

export const endlessPdf = (): Buffer =>
  written([catalog, "<< /Type /Pages /Count 1 /Kids [2 0 R] >>"]);

/** Each of its nodes has the next one ten times. */
export const manyPagedPdf = (): Buffer =>
  written([
    catalog,
    ...Array.from({ length: 20 }, (_, at) => {
      const kids = Array.from({ length: 10 }, () => `${at + 3} 0 R`).join(" ");
      return `<< /Type /Pages /Count 10 /Kids [${kids}] >>`;
    }),
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
  ]);

const stream = (dict: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
    content,
    Buffer.from("\nendstream"),
  ]);

/** `where`: in what the page shows, or in what a reader has to inflate to find the pages. */
export function bombPdf(where: "page" | "objects", megabytes = 400): Buffer {
  const bomb = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, " "), { level: 9 });
  return written([
    catalog,
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
    stream(where === "page" ? "" : "/Type /ObjStm /N 1 /First 4", bomb),
  ]);
}

/** Names an owner's password, which is all that a reader asks for. */
export async function encryptedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  document.encrypt({ userPassword: "secret", ownerPassword: "secret" });
  return Buffer.from(await document.save());
}
