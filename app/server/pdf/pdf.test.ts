import { describe, expect, test, vi } from "vitest";
import { openPdfs, type Paper, type PdfDocument } from "./pdf.server.ts";
import { openThread } from "./thread.server.ts";

/* How documents are made: drawn once for all who ask, in a thread that may fail without the rest. */

const at = new Date("2026-03-10T02:00:00Z");
const head = { title: "Quote", author: "Imogen Hale", foot: "Toorak", at };
const saying = (words: string) => (paper: Paper) => paper.text(words);
const bytes = (length = 1) => new Uint8Array(length);

describe("a document", () => {
  test("is drawn once for sixty who ask at once, and not again for the next", async () => {
    const draw = vi.fn(async () => bytes());
    const make = openPdfs(draw);
    await Promise.all(Array.from({ length: 60 }, () => make(head, saying("A$1,200"))));
    await make({ ...head, at: new Date() }, saying("A$1,200"));
    expect(draw).toHaveBeenCalledTimes(1);
  });

  test.for([
    ["a figure", head, saying("A$1,300")],
    ["where a figure stands", head, (paper: Paper) => paper.heading("A$1,200")],
    ["its title", { ...head, title: "Receipt" }, saying("A$1,200")],
    ["its author", { ...head, author: "Another" }, saying("A$1,200")],
    ["its foot", { ...head, foot: "Kew" }, saying("A$1,200")],
  ] as const)("is drawn again when %s has changed", async ([, other, write]) => {
    const draw = vi.fn(async () => bytes());
    const make = openPdfs(draw);
    await make(head, saying("A$1,200"));
    await make(other, write);
    expect(draw).toHaveBeenCalledTimes(2);
  });

  test("that could not be drawn is tried again for the next who asks", async () => {
    const draw = vi.fn(async () => bytes()).mockRejectedValueOnce(new Error("No paper."));
    const make = openPdfs(draw);
    await expect(make(head, saying("A$1,200"))).rejects.toThrow("No paper.");
    expect(await make(head, saying("A$1,200"))).toEqual(bytes());
  });

  test("gives way to newer ones when they take too much room, unless somebody has just asked for it", async () => {
    const draw = vi.fn(async () => bytes(40));
    const make = openPdfs(draw, 100);
    for (const words of ["one", "two", "one", "three"]) await make(head, saying(words));
    expect(draw).toHaveBeenCalledTimes(3);
    await make(head, saying("one"));
    expect(draw).toHaveBeenCalledTimes(3);
    await make(head, saying("two"));
    expect(draw).toHaveBeenCalledTimes(4);
  });
});

describe("the thread that draws", () => {
  /** Answers with how many it has been given at once, and what it says of its own life. */
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
        setTimeout(() => parentPort.postMessage(new Uint8Array([atOnce--, threadId, ...Object.keys(process.env).slice(0, 1).map(() => 1)])), 5);
      });
    `)}`,
  );
  const aDocument = (title: string): PdfDocument => ({ ...head, title, steps: [] });

  test("is given one at a time, and nothing of the server's environment", async () => {
    const draw = openThread(script);
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
    const draw = openThread(script, { drawing: title === "hang" ? 1_000 : 15_000, idle: 30_000 });
    const failing = expect(draw(aDocument(title))).rejects.toThrow(reason);
    const next = draw(aDocument("a quote"));
    await failing;
    expect((await next)[0]).toBe(1);
  });

  test("ends when nobody asks, and begins anew", async () => {
    const draw = openThread(script, { drawing: 15_000, idle: 1 });
    const [, first] = await draw(aDocument("a quote"));
    await expect
      .poll(async () => (await draw(aDocument("a quote")))[1], { timeout: 10_000 })
      .not.toBe(first);
  });

  test("refuses what would wait too long", async () => {
    const draw = openThread(script);
    const asked = Array.from({ length: 102 }, () =>
      draw(aDocument("sleep")).catch((error: Error) => error.message),
    );
    expect(await Promise.race(asked)).toBe("Too many drawings are waiting.");
  });
});
