/* Keeps the page of the exam day and its sheet music, for halls without reception. */
export default function examDayWorker(): void {
  const worker = self as unknown as KeepingWorker;
  const page = new URL(worker.registration.scope).pathname;
  const most = 50 * 1024 * 1024;
  const longest = 36 * 3_600_000;
  // In ms: a phone with hardly any reception waits for minutes.
  const patience = 4_000;

  const open = () => caches.open("exam-day");
  const forget = () => caches.delete("exam-day");
  const ask = (path: string, method = "GET") =>
    fetch(path, { method, redirect: "manual" }).catch(() => null);
  /** Sent to the login, or without access. */
  const isRefused = ({ type, status }: Response) => type === "opaqueredirect" || status === 403;

  const keptPage = async () => {
    const found = await caches.match(page);
    const at = Number(found?.headers.get("X-Kept-At"));
    if (found && Math.abs(Date.now() - at) < longest) return { found, at };
    await forget();
    return null;
  };

  /** The page comes last: what it links to is there. A version's file is fetched once. */
  const keepAll = async () => {
    const answer = await ask(page);
    if (answer && isRefused(answer)) await forget();
    if (answer?.status !== 200) return undefined;
    const text = await answer.clone().text();
    const links = text.matchAll(/href="([^"#]+\/music\.pdf[^"#]*)/g);
    const files = new Set(Array.from(links, ([, path]) => path!));
    const cache = await open();
    const kept = [page];
    let size = (await answer.clone().blob()).size;
    for (const path of files) {
      const known = await cache.match(path);
      const file = known ?? (await ask(path));
      if (!file || file.status > 499) return undefined;
      const body = await file.blob();
      if (file.status !== 200 || size + body.size > most) continue;
      size += body.size;
      kept.push(path);
      if (!known) await cache.put(path, new Response(body, file));
    }
    const headers = new Headers(answer.headers);
    headers.set("X-Kept-At", String(Date.now()));
    await cache.put(page, new Response(text, { headers }));
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url);
      if (!kept.includes(pathname + search)) await cache.delete(url);
    }
    // Whoever has signed out meanwhile has emptied it too early.
    const again = await ask(page, "HEAD");
    if (again && isRefused(again)) await forget();
    return { left: files.size + 1 - kept.length };
  };

  const answerTo = async (request: Request, path: string) => {
    const asked = fetch(request).catch(() => null);
    const waited = new Promise<null>((done) => setTimeout(done, patience, null));
    const answer = await Promise.race([asked, waited]);
    if (answer && isRefused(answer)) await forget();
    if (answer && answer.status < 500) return answer;
    const kept = (await keptPage()) && (await caches.match(path));
    const nothing = "This device has no copy any more. Open this page once you have reception.";
    return kept ?? (await asked) ?? new Response(nothing, { status: 503 });
  };

  worker.addEventListener("install", () => void worker.skipWaiting());
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener("message", (event) => {
    const keep = async () => {
      const fresh = await keepAll().catch(() => undefined);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- pages of a worker have its origin
      event.source.postMessage({ ...fresh, at: (await keptPage())?.at });
    };
    event.waitUntil(keep());
  });
  worker.addEventListener("fetch", (event) => {
    const { pathname, search } = new URL(event.request.url);
    const isPage = pathname.replace(/\/$/, "") === page;
    const isMusic = pathname.startsWith(`${page}/`) && pathname.endsWith("/music.pdf");
    if (event.request.method !== "GET" || !(isPage || isMusic)) return;
    event.respondWith(answerTo(event.request, isPage ? page : pathname + search));
  });
}
