import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleFindings, settingFindings } from "#scripts/launch-check.ts";

test("every sample is named by file and line, until it is replaced", () => {
  const root = mkdtempSync(join(tmpdir(), "content-"));
  const [content, pictures] = [join(root, "content"), join(root, "pictures")];
  mkdirSync(content);
  mkdirSync(pictures);
  writeFileSync(join(content, "site.ts"), 'export const a = 1;\nexport const brand = "Sample"; // sample\n');
  writeFileSync(join(content, "sample-pictures.ts"), '  "headshot", // sample\n  "glimpse", // sample\n');
  writeFileSync(join(pictures, "headshot.jpg"), "");
  expect(sampleFindings(content, pictures)).toEqual([
    { where: "app/content/sample-pictures.ts:2", what: "drawing in place of a photograph: glimpse" },
    { where: "app/content/site.ts:2", what: 'export const brand = "Sample";' },
  ]);
  rmSync(root, { recursive: true });
});

test("our own content is found to be a sample", () => {
  const found = sampleFindings().map(({ where }) => where.split(":")[0]);
  for (const file of ["site.ts", "testimonials.ts", "home.ts", "about.ts", "ameb.ts", "coaching.ts", "live-piano.ts", "pages.ts", "projects.ts", "sample-pictures.ts"]) expect(found).toContain(`app/content/${file}`);
});

test("settings that a live site needs are asked for", () => {
  expect(settingFindings({ SITE_URL: "http://example.com" }).map(({ where }) => where)).toEqual(["SITE_URL", "SMTP_URL", "MAIL_FROM", "OWNER_EMAIL"]);
  expect(settingFindings({ SITE_URL: "https://example.com", SMTP_URL: "smtp://x", MAIL_FROM: "a@b.co", OWNER_EMAIL: "a@b.co" })).toEqual([]);
});
