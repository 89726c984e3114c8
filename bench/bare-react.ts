import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";
import pg from "pg";
import { createElement as h } from "react";
import { renderToPipeableStream } from "react-dom/server";

/*
 * What a rendered page can cost at least: one row of PostgreSQL in some 180 elements of React, without a
 * router, a policy or forms. A process of its own, with the database's address as its argument.
 */

const pool = new pg.Pool({ connectionString: process.argv[2], max: 6 });
const asked = "select * from invoices where slug = $1";

const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const slug = request.url!.slice("/quotes/".length);
  const { rows } = await pool.query<Record<string, unknown>>(asked, [slug]);
  response.writeHead(rows.length > 0 ? 200 : 404, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Encoding": "gzip",
  });
  const { pipe } = renderToPipeableStream(page(rows[0] ?? {}), {
    onAllReady: () => pipe(createGzip({ level: 4 })).pipe(response),
  });
}

function page(row: Record<string, unknown>) {
  const facts = Object.entries({ ...row, ...row, again: row.slug });
  const line = ([name, value]: [string, unknown], index: number) =>
    h("div", { key: index, className: "flex justify-between gap-4 border-b border-line py-2" }, [
      h("dt", { key: "name", className: "text-soft" }, name.replaceAll("_", " ")),
      h("dd", { key: "value", className: "text-right tabular-nums" }, String(value ?? "–")),
    ]);
  const many = Array.from({ length: 56 }, (_, index) => facts[index % facts.length]!);
  return h("html", { lang: "en-AU" }, [
    h("head", { key: "head" }, h("title", null, `Quote for ${String(row.event_title)}`)),
    h("body", { key: "body", className: "bg-page text-ink" }, [
      h("header", { key: "header" }, h("a", { href: "/" }, "Breath & Key")),
      h("main", { key: "main", className: "mx-auto max-w-3xl px-4" }, [
        h("h1", { key: "title", className: "font-serif text-3xl" }, String(row.event_title)),
        h("dl", { key: "facts" }, many.map(line)),
      ]),
    ]),
  ]);
}

server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
