const preload = /<link rel="modulepreload"[^>]*>/g;
/** React Router's scroll restoration, which the browser does itself until React runs. */
const scrollScript =
  /(<script(?: nonce="[^"]*")?>)(\(\(storageKey, restoreKey\) => [\s\S]*?)<\/script>/;
/** Until React runs, the browser scrolls: a position that React saved would move the page under a press. */
const keepPosition =
  'try{let k="react-router-scroll-positions",p=JSON.parse(sessionStorage.getItem(k));' +
  "delete p[history.state.key];sessionStorage.setItem(k,JSON.stringify(p))}catch{}";
const startScript = /<script((?: nonce="[^"]*")?) type="module" async="">/;
const dataStream = "window.__reactRouterContext.streamController";

/** The framework waits for its data twice within React; here they are read before, and its start script takes them. */
export function withData(html: string, data: string): string {
  if (!startScript.test(html) || !html.includes(`${dataStream} = `))
    throw new Error("There is no application script to start in this page.");
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return html.replace(
    startScript,
    (tag) => `${tag}${dataStream}.enqueue(${text});${dataStream}.close();`,
  );
}

/**
 * Turns React's start script into text, which {@link file://./inline-script.ts} runs at the first
 * intent. The scroll script joins it: that saves a hash in the policy. React expects the
 * scroll script's element, so it stays, empty. Throws if the framework's output has changed, so
 * that no page loads everything at once unnoticed.
 */
export function deferHydration(html: string, stylesheet?: string): string {
  if (!startScript.test(html))
    throw new Error("There is no application script to defer in this page.");
  const linked = stylesheet ? ` data-stylesheet="${stylesheet}"` : "";
  const scroll = scrollScript.exec(html)?.[2];
  return html
    .replace(preload, "")
    .replace(scrollScript, "$1</script>")
    .replace(
      startScript,
      (_, nonce) =>
        `<script${nonce} type="text/plain" id="deferred"${linked}>${scroll ? `${keepPosition};${scroll};` : ""}`,
    );
}
