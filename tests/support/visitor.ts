import { type HttpResponse, send, type HttpRequest } from "./request.ts";

/* A browser without scripts, as far as signing in needs one: it keeps cookies and knows where it stands. */

export type Visitor = {
  get: (path: string) => Promise<HttpResponse>;
  /** Posts a form. */
  post: (path: string, fields?: Record<string, string>) => Promise<HttpResponse>;
  /** Posts JSON as a script in this browser would. */
  callApi: (
    path: string,
    payload?: unknown,
  ) => Promise<HttpResponse & { json: Record<string, unknown> }>;
  /** The cookies it would send now. */
  cookies: () => string;
};

/**
 * @param clientIp where the site's one proxy says that it comes from
 * @param kept cookies that the browser has from before, as {@link Visitor.cookies} tells them
 */
export function createVisitor(siteUrl: string, clientIp?: string, kept = ""): Visitor {
  const jar = new Map(
    kept
      .split("; ")
      .filter(Boolean)
      .map((cookie): [string, string] => [
        cookie.slice(0, cookie.indexOf("=")),
        cookie.slice(cookie.indexOf("=") + 1),
      ]),
  );
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

  async function request(path: string, options: HttpRequest = {}): Promise<HttpResponse> {
    const answer = await send(siteUrl, path, {
      ...options,
      headers: {
        ...(jar.size > 0 && { Cookie: cookies() }),
        ...(clientIp && { "X-Forwarded-For": clientIp }),
        ...options.headers,
      },
    });
    for (const cookie of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  const post = (path: string, type: string, body: string) =>
    request(path, { method: "POST", headers: { "Content-Type": type }, body });
  return {
    get: (path) => request(path),
    post: (path, fields = {}) =>
      post(path, "application/x-www-form-urlencoded", new URLSearchParams(fields).toString()),
    async callApi(path, payload = {}) {
      const answer = await post(path, "application/json", JSON.stringify(payload));
      return { ...answer, json: JSON.parse(answer.text || "{}") as Record<string, unknown> };
    },
    cookies,
  };
}
