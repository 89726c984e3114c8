import { describe, expect, test, vi } from "vitest";
import { cachePdfs, type PdfWriter, type PdfDocument } from "./pdf.server.ts";
import { openThread } from "#app/server/thread.server.ts";

const head = {
  title: "Quote",
  author: "Imogen Hale",
  footer: "Toorak",
  createdAt: new Date("2026-03-10T02:00:00Z"),
};
const saying = (text: string) => (pdf: PdfWriter) => pdf.text(text);
const bytes = (length = 1) => new Uint8Array(length);

describe("a document", () => {
  test("is drawn once for sixty requests at once, and not again for the next", async () => {
    const draw = vi.fn(async () => bytes());
    const make = cachePdfs(draw);
    await Promise.all(Array.from({ length: 60 }, () => make(head, saying("A$1,200"))));
    await make({ ...head, createdAt: new Date() }, saying("A$1,200"));
    expect(draw).toHaveBeenCalledTimes(1);
  });

  test.for([
    ["a figure", head, saying("A$1,300")],
    ["where a figure stands", head, (pdf: PdfWriter) => pdf.heading("A$1,200")],
    ["its title", { ...head, title: "Receipt" }, saying("A$1,200")],
    ["its author", { ...head, author: "Another" }, saying("A$1,200")],
    ["its footer", { ...head, footer: "Kew" }, saying("A$1,200")],
  ] as const)("is drawn again when %s has changed", async ([, other, write]) => {
    const draw = vi.fn(async () => bytes());
    const make = cachePdfs(draw);
    await make(head, saying("A$1,200"));
    await make(other, write);
    expect(draw).toHaveBeenCalledTimes(2);
  });

  test("that could not be drawn is drawn again for the next request", async () => {
    const draw = vi.fn(async () => bytes()).mockRejectedValueOnce(new Error("No fonts."));
    const make = cachePdfs(draw);
    await expect(make(head, saying("A$1,200"))).rejects.toThrow("No fonts.");
    expect(await make(head, saying("A$1,200"))).toEqual(bytes());
  });

  test("leaves a full cache when it was used least recently", async () => {
    const draw = vi.fn(async () => bytes(40));
    const make = cachePdfs(draw, 100);
    for (const words of ["one", "two", "one", "three"]) await make(head, saying(words));
    expect(draw).toHaveBeenCalledTimes(3);
    await make(head, saying("one"));
    expect(draw).toHaveBeenCalledTimes(3);
    await make(head, saying("two"));
    expect(draw).toHaveBeenCalledTimes(4);
  });
});

describe("the drawing thread", () => {
  /** Answers with how many documents it has at once, its thread's id, and 1 if it has an environment. */
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, threadId } from "node:worker_threads";
      let atOnce = 0;
      parentPort.on("message", ({ title }) => {
        if (title === "sleep") return;
        if (title === "hang") for (;;);
        if (title === "throw") throw new Error("It tore.");
        if (title === "end") process.exit();
        if (title === "fill") for (const all = []; ; ) all.push(new Array(1e6).fill("x"));
        atOnce++;
        const environment = Object.keys(process.env).length > 0 ? [1] : [];
        setTimeout(() => {
          parentPort.postMessage(new Uint8Array([atOnce--, threadId, ...environment]));
        }, 5);
      });
    `)}`,
  );
  const aDocument = (title: string): PdfDocument => ({
    ...head,
    title,
    palette: "wine",
    steps: [],
  });

  test("gets one document at a time, and no environment variables", async () => {
    const draw = openThread<PdfDocument, Uint8Array>(script);
    const answers = await Promise.all([1, 2, 3].map(() => draw(aDocument("a quote"))));
    expect(answers.map(([atOnce, , ...rest]) => [atOnce, rest])).toEqual(
      [1, 2, 3].map(() => [1, []]),
    );
  });

  test.for([
    ["hang", /took too long/],
    ["throw", /It tore/],
    ["end", /has ended/],
    ["fill", /memory/],
  ] as const)("may %s: that drawing fails, and the next one works", async ([title, reason]) => {
    const draw = openThread<PdfDocument, Uint8Array>(script, {
      job: title === "hang" ? 2_000 : 15_000,
      idle: 30_000,
    });
    const failing = expect(draw(aDocument(title))).rejects.toThrow(reason);
    const next = draw(aDocument("a quote"));
    await failing;
    expect((await next)[0]).toBe(1);
  });

  test("ends when it is idle, and starts again", async () => {
    const draw = openThread<PdfDocument, Uint8Array>(script, { job: 15_000, idle: 1 });
    const [, first] = await draw(aDocument("a quote"));
    await expect.poll(async () => (await draw(aDocument("a quote")))[1]).not.toBe(first);
  });

  test("refuses a drawing when too many are waiting", async () => {
    const draw = openThread<PdfDocument, Uint8Array>(script);
    const asked = Array.from({ length: 102 }, () =>
      draw(aDocument("sleep")).catch((error: Error) => error.message),
    );
    expect(await Promise.race(asked)).toBe("Too many jobs are waiting.");
  });
});
