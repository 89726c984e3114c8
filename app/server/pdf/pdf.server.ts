import { createHash } from "node:crypto";
import { join } from "node:path";
import { root } from "#app/server/root.server.ts";
import { openThread } from "./thread.server.ts";

/* Documents: what is on them is noted here, drawn elsewhere, and kept for whoever asks next. */

export type Paper = {
  eyebrow: (text: string) => void;
  title: (text: string) => void;
  heading: (text: string) => void;
  text: (text: string, tone?: "ink" | "soft") => void;
  /** Label and value, one pair a line. */
  fact: (label: string, value: string) => void;
  /** A label with an amount at the right edge. */
  amount: (label: string, amount: string, size?: "normal" | "large") => void;
  rule: (strength?: "fine" | "strong") => void;
  gap: (points?: number) => void;
};

/** One thing that is put on paper: which, and with what. */
export type Step = { [Name in keyof Paper]: [Name, ...Parameters<Paper[Name]>] }[keyof Paper];

/** `foot` stands at the bottom of every page, with the page's number. */
type Head = { title: string; author: string; foot: string; at: Date };

/** A document as data, which can be handed to another thread. */
export type PdfDocument = Head & { steps: Step[] };

type Bytes = Uint8Array<ArrayBuffer>;
type Draw = (document: PdfDocument) => Promise<Bytes>;

/** In development, tests and production alike the sources are there, and Node runs them as they are. */
const worker = join(root, "app/server/pdf/worker.server.ts");

/** How many bytes of documents are kept: some hundred of one or two pages. */
const mostKept = 8_000_000;

/**
 * Makes documents by `draw` and keeps the last of them by all that is on them, so that one is drawn
 * again whenever anything has changed. Whoever asks for one that is being drawn waits for that one.
 */
export function openPdfs(draw: Draw, most = mostKept) {
  const underWay = new Map<string, Promise<Bytes>>();
  /** The one that was asked for longest ago comes first. */
  const kept = new Map<string, Bytes>();
  let size = 0;

  const keep = (key: string, bytes: Bytes) => {
    kept.set(key, bytes);
    size += bytes.length;
    for (const [oldest, old] of kept) {
      if (size <= most) break;
      kept.delete(oldest);
      size -= old.length;
    }
  };

  return async (head: Head, write: (paper: Paper) => void): Promise<Bytes> => {
    const steps = stepsOf(write);
    const { title, author, foot } = head;
    const key = createHash("sha256")
      .update(JSON.stringify([title, author, foot, steps]))
      .digest("base64");
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const drawing = underWay.get(key) ?? draw({ ...head, steps });
    if (!underWay.has(key)) {
      underWay.set(key, drawing);
      void drawing
        .then(
          (bytes) => keep(key, bytes),
          () => {},
        )
        .finally(() => underWay.delete(key));
    }
    return drawing;
  };
}

/** Makes a document and answers with its bytes, which must stay as they are. */
export const makePdf = openPdfs(openThread(worker));

/** What is put on paper, in order. */
function stepsOf(write: (paper: Paper) => void): Step[] {
  const steps: Step[] = [];
  const note =
    <Name extends keyof Paper>(name: Name) =>
    (...said: Parameters<Paper[Name]>) =>
      void steps.push([name, ...said] as unknown as Step);
  write({
    eyebrow: note("eyebrow"),
    title: note("title"),
    heading: note("heading"),
    text: note("text"),
    fact: note("fact"),
    amount: note("amount"),
    rule: note("rule"),
    gap: note("gap"),
  });
  return steps;
}
