const preload = /<link rel="modulepreload"[^>]*>/g;
const dataScript =
  /<script(?: nonce="[^"]*")?>(window\.__reactRouterContext\.streamController\.[\s\S]*?)<\/script>/g;
/** React Router's scroll restoration, which the browser does itself until React runs. */
const scrollScript =
  /(<script(?: nonce="[^"]*")?>)(\(\(storageKey, restoreKey\) => [\s\S]*?)<\/script>/;
/** Until React runs, the browser scrolls: a position that React saved would move the page under a press. */
const keepPosition =
  'try{let k="react-router-scroll-positions",p=JSON.parse(sessionStorage.getItem(k));' +
  "delete p[history.state.key];sessionStorage.setItem(k,JSON.stringify(p))}catch{}";
const startScript = /<script((?: nonce="[^"]*")?) type="module" async="">/;

/**
 * Turns React's start script into text, which {@link file://./inline-script.ts} runs at the first
 * intent. The data and scroll scripts join it: each saves a hash in the policy. React expects the
 * scroll script's element, so it stays, empty. Throws if the framework's output has changed, so
 * that no page loads everything at once unnoticed.
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
        `<script${nonce} type="text/plain" id="deferred"${linked}>${scroll ? `${keepPosition};${scroll};` : ""}${data}`,
    );
}
