import type { HttpResponse } from "./request.ts";

/*
 * The rules by which Mozilla's HTTP Observatory grades an answer (its algorithm 4, from
 * github.com/mdn/mdn-http-observatory, src/grader/charts.js), as far as one answer can be judged:
 * that http leads to https is the proxy's, and preloading is the owner's to ask for.
 */

type Rule = (answer: JudgedPage) => number;
type JudgedPage = HttpResponse["headers"] & { html: string };

const broad = new Set(["ftp:", "http:", "https:", "*", "http://*", "https://*"]);
const unsafe = (sources: readonly string[]) =>
  sources.some((source) => broad.has(source) || source === "'unsafe-inline'" || source === "data:");

function directives(policy: string): Map<string, string[]> {
  return new Map(
    policy
      .split(";")
      .map((part) => part.trim().split(/\s+/))
      .map(([name = "", ...sources]) => [name, sources]),
  );
}

const rules: Record<string, Rule> = {
  "content-security-policy"({ "content-security-policy": policy }) {
    if (typeof policy !== "string") return -25;
    const parts = directives(policy);
    const of = (name: string) => parts.get(name) ?? parts.get("default-src") ?? ["*"];
    if (unsafe(of("script-src")) || of("object-src").some((source) => broad.has(source)))
      return -20;
    if ([...parts.values()].flat().some((source) => /^(http|ftp):/.test(source))) return -20;
    if ([...of("script-src"), ...of("style-src")].includes("'unsafe-eval'")) return -10;
    if (unsafe(of("style-src"))) return 0;
    return parts.get("default-src")?.join() === "'none'" ? 10 : 5;
  },
  cookies({ "set-cookie": cookies = [] }) {
    if (cookies.length === 0) return 0;
    const flags = cookies.map((cookie) => ({
      session: /login|sess/i.test(cookie.split("=")[0]!),
      said: cookie.toLowerCase(),
    }));
    if (flags.some(({ session, said }) => !said.includes("; secure") && session)) return -40;
    if (flags.some(({ session, said }) => session && !said.includes("; httponly"))) return -30;
    if (flags.some(({ said }) => !said.includes("; secure"))) return -20;
    return flags.every(({ said }) => /; samesite=(lax|strict)/.test(said)) ? 5 : 0;
  },
  "cross-origin-resource-sharing": (headers) =>
    headers["access-control-allow-origin"] && headers["access-control-allow-credentials"] === "true"
      ? -50
      : 0,
  "referrer-policy": ({ "referrer-policy": policy }) =>
    !policy
      ? 0
      : ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"].includes(
            String(policy),
          )
        ? 5
        : -5,
  "strict-transport-security"({ "strict-transport-security": header = "" }) {
    const age = Number(/max-age=(\d+)/.exec(header)?.[1] ?? -1);
    return age < 0 ? -20 : age < 15_768_000 ? -10 : 0;
  },
  "subresource-integrity": ({ html }) => (/<script[^>]+src="(https?:)?\/\//.test(html) ? -50 : 0),
  "x-content-type-options": ({ "x-content-type-options": header }) =>
    header === "nosniff" ? 0 : -5,
  "x-frame-options"(headers) {
    if (/frame-ancestors '(none|self)'/.test(String(headers["content-security-policy"]))) return 5;
    return /^(deny|sameorigin)$/i.test(String(headers["x-frame-options"])) ? 0 : -20;
  },
  "cross-origin-resource-policy": ({ "cross-origin-resource-policy": policy }) =>
    policy === "same-origin" || policy === "same-site" ? 10 : 0,
};

/** The score of one answer, and what took points from it. 100 and more is an A+; bonuses count from 90. */
export function grade({ headers, text }: HttpResponse): { score: number; faults: string[] } {
  const judged: JudgedPage = {
    ...headers,
    html: String(headers["content-type"]).startsWith("text/html") ? text : "",
  };
  const points = Object.entries(rules).map(([name, rule]) => ({ name, points: rule(judged) }));
  const faults = points.filter((one) => one.points < 0);
  const bare = 100 + faults.reduce((sum, one) => sum + one.points, 0);
  const score = bare >= 90 ? points.reduce((sum, one) => sum + one.points, 100) : bare;
  return { score, faults: faults.map(({ name }) => name) };
}
