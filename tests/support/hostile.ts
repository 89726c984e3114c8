import { endpoints } from "#app/features/auth/endpoints.server.ts";
import type { HttpRequest } from "./request.ts";
import { filledPaths } from "./route-paths.ts";

/* Requests that no page and no API client of this site sends. */

export type HostileRequest = [path: string, sent: HttpRequest];

export const splitWords = (list: string) => list.trim().split(/\s+/);

const form = "application/x-www-form-urlencoded";
const json = "application/json";

/**
 * Kinds of hostile requests to everything that there is, with their titles.
 * `canary` stands in whatever they send; `slug` is a quote's.
 */
export function hostileRequests(
  slug: string,
  canary: string,
): [title: string, requests: (siteUrl: string) => HostileRequest[]][] {
  const apiPaths = splitWords(`
    submit-quote-acceptance submit-live-piano-services-quote send-ameb-booking-email
    add-mailchimp-subscriber send-admin-email ${canary}
  `).map((name) => `/functions/${name}`);

  const authPaths = [...Object.keys(endpoints), `/${canary}`].map(
    (path) => `/api/auth${path.replace(":id", canary)}`,
  );

  // Of the admin, whose layout refuses a stranger at each path alike, one of each kind.
  const pages = [
    ...filledPaths({ slug, category: "voice-piano", service: "60-minutes" }, canary).filter(
      (path) => !/^\/(admin|functions|api)\//.test(path),
    ),
    ...splitWords(`
      /?index /quotes/${canary} /book/${canary} /book/voice-piano/${canary} /book/${canary}/x/20300108T2300Z
      /book/voice-piano/60-minutes?week=${canary}&zone=${canary}
      /book/voice-piano/60-minutes/20300108T2300Z?zone=${canary}
      /admin/quotes/${canary} /admin/inbox/${canary} /admin/clients/${canary}
      /admin/diary?day=${canary} /admin/diary/new?kind=${canary}&day=${canary}&service=${canary}
      /admin/money/import /admin/import/${canary} /admin/site/pictures /admin/sent-mail/${canary}/as-sent
      /admin/hours?week=${canary}&day=${canary} /admin/site/history?document=${canary}
    `),
  ];

  /** One of each kind that reads headers in its own way. */
  const readers = splitWords(`
    /?index /about /quotes/${slug} /invoices/${canary}/invoice.pdf /login /admin /admin/quotes/${canary}
    /admin/site/pictures /admin/money/import /media/${canary} /book/voice-piano/60-minutes
    /appointments/${canary}/appointment.ics /hooks/stripe /healthz /form-token /calendar/x.ics /${canary}
    /functions/submit-quote-acceptance /functions/send-admin-email /api/auth/sign-in/email
    /api/auth/sign-in/social /api/auth/factors
  `);

  const libraryPaths = splitWords(`
    callback/google?code=${canary}&state=${canary} callback/google callback/${canary}?state=${canary}
    magic-link/verify?token=${canary}&callbackURL=https://${canary}.example error?error=${canary}
    get-session?disableCookieCache=${canary} token?${canary}
    reset-password/${canary}?callbackURL=https://${canary}.example
    ${"a".repeat(1_000)} ${"a".repeat(3_000)}
  `).map((path) => `/api/auth/${path}`);

  /** The fields of all calls together, with a value that is none of theirs. */
  const fieldsWith = (value: unknown) =>
    JSON.stringify(
      Object.fromEntries(
        splitWords("email password slug provider token newPassword otp code phoneNumber").map(
          (name) => [name, value],
        ),
      ),
    );

  const wrongJson = [
    `{"${canary}`,
    `"${canary}"`,
    `["${canary}"]`,
    "null",
    "",
    // The library refuses such an address before it looks at anything else.
    `{"email":"${canary}@example.com","callbackURL":"https://${canary}.example"}`,
    ...[canary, `${canary}\0 in a green piano`, [canary], { [canary]: 1 }, 1, null].map(fieldsWith),
  ];

  const field = (name: string, more = "") =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const wrongForms = [
    [
      form,
      splitWords("name email message token password intent id slug")
        .map((name) => `${name}=${canary}`)
        .join("&"),
    ],
    [form, `%=%&email=%ff&${canary}=%zz`],
    ["multipart/form-data", canary],
    ["multipart/form-data; boundary=x", field(canary).slice(0, -3)],
    [
      "multipart/form-data; boundary=x",
      `${field("email", `; filename="${canary}"`)}\r\n${canary}\r\n--x--\r\n`,
    ],
  ] as const;

  const wrongHeaders = (siteUrl: string): Record<string, string>[] => [
    { Origin: `https://${canary}.example` },
    { Host: `${canary}.example`, Origin: siteUrl },
    { Cookie: `better-auth.session_token=${canary}.${canary}; theme=%ff; device=${canary}` },
    {
      Authorization: `Bearer ${canary}`,
      "User-Agent": canary,
      "Idempotency-Key": canary.repeat(40),
    },
    {
      Accept: canary,
      "Accept-Language": canary,
      Range: canary,
      "If-None-Match": canary,
      "If-Modified-Since": canary,
    },
    { "Content-Type": canary },
    { "X-Forwarded-For": canary, "X-Forwarded-Host": canary },
  ];

  const post = (type: string, body: string): HttpRequest => ({
    method: "POST",
    headers: { "Content-Type": type },
    body,
  });
  const asData = (path: string) => (path === "/?index" ? "/_.data?index" : `${path}.data`);
  const query = splitWords("token next type error page _routes state")
    .map((name) => `${name}=${canary}`)
    .join("&");

  return [
    [
      "calls that are none",
      () =>
        [...apiPaths, ...authPaths].flatMap((path): HostileRequest[] =>
          wrongJson.map((body) => [path, post(json, body)]),
        ),
    ],
    [
      "forms that are none",
      () =>
        pages.flatMap((path): HostileRequest[] => [
          ...wrongForms.map(([type, body]): HostileRequest => [path, post(type, body)]),
          [asData(path), post(...wrongForms[0]!)],
        ]),
    ],
    [
      "addresses",
      () =>
        [...pages, ...apiPaths, ...authPaths].flatMap((path): HostileRequest[] =>
          [path, asData(path), `${path}/${canary}`, `${path}?${query}`].map((address) => [
            address,
            {},
          ]),
        ),
    ],
    [
      "the sign-in library's addresses",
      () =>
        libraryPaths.map((path) => [
          path,
          {
            headers: { Cookie: `better-auth.session_token=${canary}; better-auth.state=${canary}` },
          },
        ]),
    ],
    [
      "headers",
      (siteUrl: string) =>
        wrongHeaders(siteUrl).flatMap((headers) =>
          readers.flatMap((path): HostileRequest[] => [
            [path, { headers }],
            [
              path,
              {
                method: "POST",
                headers: { "Content-Type": json, ...headers },
                body: `{"email":"${canary}@example.com"}`,
              },
            ],
          ]),
        ),
    ],
  ];
}
