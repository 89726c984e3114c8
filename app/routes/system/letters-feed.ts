import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { placeholderOrigin } from "#app/document/origin.ts";
import { listLetters } from "#app/features/newsletter/mailing-queries.server.ts";
import { beginningOf } from "#app/features/newsletter/mailing.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { letterPath } from "#app/ui/letter-path.ts";
import { cutCharacters } from "#app/values/text.ts";

const escaped = (text: string) => renderToStaticMarkup(createElement(Fragment, null, text));

const newest = 20;

/** Atom (RFC 4287). */
export async function loader() {
  const letters = (await listLetters(getDb())).slice(0, newest);
  if (letters.length === 0) return new Response("Not found", { status: 404 });
  const { brand, person, newsletter } = content().site;
  const all = placeholderOrigin + href("/letters");
  const entries = letters.map(({ id, slug, subject, body, sentAt }) => {
    const url = placeholderOrigin + letterPath(slug!);
    return `  <entry>
    <id>urn:uuid:${id}</id>
    <title>${escaped(subject)}</title>
    <link href="${url}"/>
    <updated>${sentAt!.toISOString()}</updated>
    <summary>${escaped(cutCharacters(beginningOf(body), 300))}</summary>
  </entry>`;
  });
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${all}</id>
  <title>${escaped(`${brand}: ${newsletter.heading}`)}</title>
  <author><name>${escaped(person)}</name></author>
  <link href="${all}"/>
  <link rel="self" href="${placeholderOrigin}${href("/letters/feed.atom")}"/>
  <updated>${letters[0]!.sentAt!.toISOString()}</updated>
${entries.join("\n")}
</feed>
`;
  return new Response(feed.replaceAll(placeholderOrigin, getSettings().SITE_URL), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8" },
  });
}
