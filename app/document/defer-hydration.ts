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

/**
 * Gives React's start script the page's data, for which the framework would wait twice within React.
 * Deferred, it becomes text, which {@link file://./inline-script.ts} runs at the first intent. The scripts of
 * the router's context and of scrolling join it: each saves a hash in the policy. React expects their elements,
 * so they stay, empty. Throws if the framework's output has changed, so that no page loads everything at once
 * unnoticed.
 */
export function withStart(html: string, data: string, deferred?: { stylesheet?: string }): string {
  const start = startScript.exec(html);
  if (!start || !html.includes(`${dataStream} = `))
    throw new Error("There is no application script to start in this page.");
  const [tag, nonce] = start;
  const before = html.slice(0, start.index);
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  const script = `${dataStream}.enqueue(${text});${dataStream}.close();${html.slice(start.index + tag.length)}`;
  if (!deferred) return before + tag + script;
  const linked = deferred.stylesheet ? ` data-stylesheet="${deferred.stylesheet}"` : "";
  const scroll = scrollScript.test(before) ? keepPosition : "";
  const context = contextScript.exec(before)?.[2] ?? "";
  const rest = before
    .replace(preload, "")
    .replace(contextScript, "$1</script>")
    .replace(scrollScript, "$1</script>");
  return `${rest}<script${nonce} type="text/plain" id="deferred"${linked}>${scroll}${context}${script}`;
}
