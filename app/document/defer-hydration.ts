const preload = /<link rel="modulepreload"[^>]*>/g;
/** The page's data, which only React reads. */
const dataScript =
  /<script(?: nonce="[^"]*")?>(window\.__reactRouterContext\.streamController\.[\s\S]*?)<\/script>/g;
/** Names the entry of the history and scrolls to where it was, which the browser does itself until React runs. */
const scrollScript =
  /(<script(?: nonce="[^"]*")?>)(\(\(storageKey, restoreKey\) => [\s\S]*?)<\/script>/;
const startScript = /<script((?: nonce="[^"]*")?) type="module" async="">/;

/**
 * Turns the script that starts React into text, which {@link file://./inline-script.ts} runs at the visitor's first
 * intent, and drops the preloads. The scripts of the data and of the scroll position join it: each script less is a
 * hash less in the page's policy. React expects the latter's element, so that stays, empty. Throws when the
 * framework writes its documents differently: a page that loads everything at once must not be built unnoticed.
 *
 * @param stylesheet to load before React, for a page that will carry a part of it
 */
export function deferHydration(html: string, stylesheet?: string): string {
  if (!startScript.test(html))
    throw new Error("There is no application script to defer in this page.");
  const linked = stylesheet ? ` data-stylesheet="${stylesheet}"` : "";
  const scroll = scrollScript.exec(html)?.[2];
  const data = Array.from(html.matchAll(dataScript), ([, text]) => text).join("");
  return html
    .replace(preload, "")
    .replace(dataScript, "")
    .replace(scrollScript, "$1</script>")
    .replace(
      startScript,
      (_, nonce) =>
        `<script${nonce} type="text/plain" id="deferred"${linked}>${scroll ? `${scroll};` : ""}${data}`,
    );
}
