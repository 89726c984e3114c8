const preload = /<link rel="modulepreload"[^>]*>/g;
const contextScript =
  /(<script(?: nonce="[^"]*")?>)(window\.__reactRouterContext = [\s\S]*?)<\/script>/;
const scrollScript =
  /(<script(?: nonce="[^"]*")?>)\(\(storageKey, restoreKey\) => [\s\S]*?<\/script>/;
/**
 * In place of React Router's scroll restoration, which the browser does itself until React runs: a position
 * that React saved would move the page under a press. Positions are kept by the key of a history entry.
 */
const keepPosition =
  'try{let k="react-router-scroll-positions",p=JSON.parse(sessionStorage.getItem(k));' +
  "delete p[history.state.key];sessionStorage.setItem(k,JSON.stringify(p))}catch{}" +
  'history.state?.key||history.replaceState({key:Math.random().toString(32).slice(2)},"");';
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
 * intent. The scripts of the router's context and of scrolling join it: each saves a hash in the policy.
 * React expects their elements, so they stay, empty. Throws if the framework's output has changed, so
 * that no page loads everything at once unnoticed.
 */
export function deferHydration(html: string, stylesheet?: string): string {
  if (!startScript.test(html))
    throw new Error("There is no application script to defer in this page.");
  const linked = stylesheet ? ` data-stylesheet="${stylesheet}"` : "";
  const scroll = scrollScript.test(html) ? keepPosition : "";
  const context = contextScript.exec(html)?.[2] ?? "";
  return html
    .replace(preload, "")
    .replace(contextScript, "$1</script>")
    .replace(scrollScript, "$1</script>")
    .replace(
      startScript,
      (_, nonce) => `<script${nonce} type="text/plain" id="deferred"${linked}>${scroll}${context}`,
    );
}
