import { deferHydration } from "./defer-hydration.ts";
import { speculationRules } from "./speculation-rules.ts";
import { type Beginning, prepareBeginning } from "./rendered-page.server.ts";
import css from "#app/document/styles/site.css?inline";
import faces from "#app/fonts/web-fonts.css?inline";
import boot from "./inline-script.ts?script";

/*
 * From what React renders to the document that is sent. What is the same in every document, most of
 * its bytes, never passes through React: root.tsx leaves the elements empty, and all of it stands
 * at the beginning, prepared once.
 */

const opening =
  '<html lang="en-AU"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>';

const shared = [
  // The web fonts wait for the first paint where a script can say when that was.
  ['<style id="faces" media="(scripting: none)">', faces, "</style>"],
  ["<script>", boot, "</script>"],
  ["<style>", css, "</style>"],
  ['<script type="speculationrules">', JSON.stringify(speculationRules), "</script>"],
] as const;

const empty = shared.map(([start, , end]) => start + end).join("");

export const beginning: Beginning = prepareBeginning(
  "<!DOCTYPE html>" + opening + shared.flat().join(""),
);

/**
 * What follows the {@link beginning} in the document that React has rendered. The `handoff` is what the framework's
 * loaders have answered, in its own writing. Throws when the framework writes its documents differently than expected.
 */
export function restOf(html: string, handoff: string, { deferred }: { deferred: boolean }): string {
  const at = html.indexOf(empty);
  const end = html.lastIndexOf("</body>");
  if (!html.startsWith(opening) || at < 0 || end < 0)
    throw new Error("The framework writes its documents differently than expected.");
  const stream = "window.__reactRouterContext.streamController";
  const script = `<script>${stream}.enqueue(${inScript(handoff)});${stream}.close();</script>`;
  const rest =
    html.slice(opening.length, at) + html.slice(at + empty.length, end) + script + html.slice(end);
  return deferred ? deferHydration(rest) : rest;
}

/** A text as a script's literal that cannot end the script. */
function inScript(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
