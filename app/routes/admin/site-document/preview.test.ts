import { describe, expect, test } from "vitest";
import { framedPage } from "./preview.server.ts";

const page = `<!DOCTYPE html><html><head><style>p{color:red}</style>
<link rel="modulepreload" href="/assets/root.js"><script nonce="a">run()</script></head><body>
<a class="button" href="https://elsewhere.example/?a=1">Book Now</a>
<form method="post" action="/?index"><button>Send</button></form>
<iframe title="Calendar" src="https://calendar.example/"></iframe>
<p>Sing first.</p><script type="module" async="">import("/assets/home.js")</script></body></html>`;

describe("a page in a frame of the admin", () => {
  test("says the same, and runs, loads and leads to nothing", async () => {
    const html = await framedPage(page).text();
    for (const said of ["<p>Sing first.</p>", ">Book Now</a>", "p{color:red}"])
      expect(html).toContain(said);
    for (const gone of ["<script", "modulepreload", "elsewhere.example", "calendar.example"])
      expect(html).not.toContain(gone);
    expect(html).not.toMatch(/<form[^>]* action=/);
  });

  test("is shown within this site alone, and never stored", () => {
    const { headers } = framedPage(page);
    const policy = headers.get("Content-Security-Policy")!.split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("sandbox allow-same-origin");
    expect(policy.some((directive) => directive.startsWith("script-src"))).toBe(false);
    expect(headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });
});
