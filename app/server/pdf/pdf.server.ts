import { createHash } from "node:crypto";
import { join } from "node:path";
import { content } from "#app/content/content.ts";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";

type Fact = readonly [label: string, value: string];

export type PdfColumn = { heading?: string; facts: readonly Fact[] };

export type PdfWriter = {
  /** The sender's name above a line (the `d` of a path 480 wide and 40 high). */
  letterhead: (name: string, line: string) => void;
  eyebrow: (text: string) => void;
  title: (text: string) => void;
  heading: (text: string) => void;
  text: (text: string, tone?: "ink" | "soft") => void;
  link: (text: string, url: string) => void;
  /** One or two, side by side. */
  columns: (columns: readonly PdfColumn[]) => void;
  fact: (label: string, value: string) => void;
  amount: (label: string, amount: string, size?: "normal" | "large") => void;
  rule: (strength?: "fine" | "strong") => void;
  gap: (points?: number) => void;
};

export type DrawingStep = {
  [Name in keyof PdfWriter]: [Name, ...Parameters<PdfWriter[Name]>];
}[keyof PdfWriter];

type Head = { title: string; author: string; footer: string; createdAt: Date };

/** A document as data, for another thread. */
export type PdfDocument = Head & { palette: string; steps: DrawingStep[] };

type Bytes = Uint8Array<ArrayBuffer>;
type Draw = (document: PdfDocument) => Promise<Bytes>;

// The sources exist in development, tests and production, and Node runs them as they are.
const worker = join(root, "app/server/pdf/worker.server.ts");

// Some hundred documents of one or two pages.
const maxCachedBytes = 8_000_000;

export function cachePdfs(draw: Draw, maxBytes = maxCachedBytes) {
  const drawings = new Map<string, Promise<Bytes>>();
  /** The least recently used comes first. */
  const cache = new Map<string, Bytes>();
  let size = 0;

  const store = (key: string, bytes: Bytes) => {
    cache.set(key, bytes);
    size += bytes.length;
    for (const [oldest, old] of cache) {
      if (size <= maxBytes) break;
      cache.delete(oldest);
      size -= old.length;
    }
  };

  return async (head: Head, write: (pdf: PdfWriter) => void): Promise<Bytes> => {
    const steps = stepsOf(write);
    const { title, author, footer } = head;
    const { palette } = content().site;
    const key = createHash("sha256")
      .update(JSON.stringify([title, author, footer, palette, steps]))
      .digest("base64");
    const cached = cache.get(key);
    if (cached) {
      cache.delete(key);
      cache.set(key, cached);
      return cached;
    }
    const drawing = drawings.get(key) ?? draw({ ...head, palette, steps });
    if (!drawings.has(key)) {
      drawings.set(key, drawing);
      void drawing
        .then(
          (bytes) => store(key, bytes),
          () => {},
        )
        .finally(() => drawings.delete(key));
    }
    return drawing;
  };
}

/** The bytes are shared with the cache: callers must not change them. */
export const makePdf = cachePdfs(openThread<PdfDocument, Bytes>(worker));

function stepsOf(write: (pdf: PdfWriter) => void): DrawingStep[] {
  const steps: DrawingStep[] = [];
  const record =
    <Name extends keyof PdfWriter>(name: Name) =>
    (...args: Parameters<PdfWriter[Name]>) =>
      void steps.push([name, ...args] as unknown as DrawingStep);
  write({
    letterhead: record("letterhead"),
    eyebrow: record("eyebrow"),
    title: record("title"),
    heading: record("heading"),
    text: record("text"),
    link: record("link"),
    columns: record("columns"),
    fact: record("fact"),
    amount: record("amount"),
    rule: record("rule"),
    gap: record("gap"),
  });
  return steps;
}
