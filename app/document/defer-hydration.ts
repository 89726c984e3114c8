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
const startTag = ' type="module" async="">';
const dataStream = "window.__reactRouterContext.streamController";

/**
 * Gives React's start script the page's data, for which the framework would wait twice within React.
 * Deferred, it becomes text, which {@link file://./inline-script.ts} runs at the first intent. The scripts of
 * the router's context and of scrolling join it: each saves a hash in the policy. React expects their elements,
 * so they stay, empty. Throws if the framework's output has changed, so that no page loads everything at once
 * unnoticed.
 */
export function withStart(html: string, data: string, deferred?: { stylesheet?: string }): string {
  const tagEnd = html.lastIndexOf(startTag);
  if (tagEnd < 0 || html.lastIndexOf(`${dataStream} = `, tagEnd) < 0)
    throw new Error("There is no application script to start in this page.");
  const start = html.lastIndexOf("<script", tagEnd);
  const code = tagEnd + startTag.length;
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  const script = `${dataStream}.enqueue(${text});${dataStream}.close();${html.slice(code)}`;
  if (!deferred) return html.slice(0, code) + script;
  const linked = deferred.stylesheet ? ` data-stylesheet="${deferred.stylesheet}"` : "";
  // A replacement copies what it is made in, so only the page's two ends are given to it.
  const headEnd = Math.max(html.indexOf("</head>"), 0);
  const bodyEnd = Math.max(html.lastIndexOf("</div>", start), headEnd);
  const scripts = html.slice(bodyEnd, start);
  const scroll = scrollScript.test(scripts) ? keepPosition : "";
  const context = contextScript.exec(scripts)?.[2] ?? "";
  const rest =
    html.slice(0, headEnd).replace(preload, "") +
    html.slice(headEnd, bodyEnd) +
    scripts.replace(contextScript, "$1</script>").replace(scrollScript, "$1</script>");
  const nonce = html.slice(start + "<script".length, tagEnd);
  return `${rest}<script${nonce} type="text/plain" id="deferred"${linked}>${scroll}${context}${script}`;
}
