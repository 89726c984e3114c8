import type { HttpRequest } from "./request.ts";

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

  const authPaths = splitWords(`
    sign-in/email sign-in/social sign-in/magic-link magic-link/verify sign-in/email-otp sign-up/email sign-out
    request-password-reset reset-password change-password email-otp/send-verification-otp
    phone-number/send-otp phone-number/verify factors factors/${canary}/verify
    recovery-codes/verify reauthenticate ${canary}
  `).map((path) => `/api/auth/${path}`);

  const pages = splitWords(`
    /?index /about /live-piano-services /ameb-accompanying /newsletter /newsletter/confirm
    /newsletter/unsubscribe /quotes/${slug} /quotes/${canary} /invoices/${canary} /login /login/sign-up /login/confirm
    /login/forgotten-password /login/update-password /login/magic-link /login/code /login/setup
    /login/second-factor /login/google /logout /admin /admin/inbox /admin/inbox/${canary}
    /admin/quotes/${canary} /admin/clients/${canary} /admin/ameb-bookings/${canary}
    /admin/quotes/${canary}/email
    /admin/diary /admin/diary?day=${canary} /admin/diary/new /admin/diary/${canary}
    /admin/sent-mail/${canary}/as-sent /admin/money /admin/money/new /admin/money/import
    /admin/money/settings /admin/money/invoices/${canary} /admin/money/quarter/${canary}
    /admin/services /admin/services/new /admin/services/${canary} /admin/hours
    /admin/hours?week=${canary} /admin/hours?day=${canary} /admin/calendar
    /admin/diary/new?kind=${canary}&day=${canary}&service=${canary}
    /admin/site/pictures /admin/site/pictures/${canary} /media/${canary}
    /admin/site/history /admin/site/history?document=${canary}
    /admin/site /admin/site/home /admin/site/${canary} /admin/site/${canary}/preview
    /book /book/${canary} /book/voice-piano/${canary} /book/voice-piano/60-minutes/${canary}
    /book/voice-piano/60-minutes?week=${canary}&zone=${canary} /book/${canary}/x/20300108T2300Z
    /book/voice-piano/60-minutes/20300108T2300Z?zone=${canary}
    /appointments/${canary} /appointments/${canary}/move /appointments/${canary}/cancel
    /appointments/${canary}/move/${canary} /appointments/${canary}/appointment.ics
    /hooks/stripe /invoices/${canary}/invoice.pdf /healthz /readyz /form-token /frame-check
    /frame-check/${canary} /sitemap.xml /.well-known/jwks.json /calendar/x.ics /${canary}
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
    ...[
      canary,
      `${canary}@example.com`,
      `https://${canary}.example`,
      `${canary}\0 in a green piano`,
      [canary],
      { [canary]: 1 },
      1,
      null,
    ].map(fieldsWith),
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
        [...pages, ...pages.map(asData)].flatMap((path): HostileRequest[] =>
          wrongForms.map(([type, body]) => [path, post(type, body)]),
        ),
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
          [...pages, ...apiPaths, ...authPaths].flatMap((path): HostileRequest[] => [
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
