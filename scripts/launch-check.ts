import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadEnvFile } from "node:process";

/*
 * `npm run launch-check`: everything that is still sample or unset before going live, by file and
 * line. Ends with 1 while anything is left.
 */

export type Finding = { where: string; what: string };

const root = join(import.meta.dirname, "..");
const marked = /\/\/ sample\b/;

/** Lines of the content that are marked as samples; a drawing counts until a photograph of its name is there. */
export function sampleFindings(folder = join(root, "app/content"), pictures = join(root, "pictures")): Finding[] {
  const photographed = new Set(existsSync(pictures) ? readdirSync(pictures).filter((file) => /\.(jpe?g|png|webp)$/.test(file)).map((file) => file.replace(/\.\w+$/, "")) : []);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split("\n")
        .flatMap((line, index) => {
          if (!marked.test(line)) return [];
          const picture = file === "sample-pictures.ts" ? /"([^"]+)"/.exec(line)?.[1] : undefined;
          if (picture && photographed.has(picture)) return [];
          return [{ where: `app/content/${file}:${index + 1}`, what: picture ? `drawing in place of a photograph: ${picture}` : line.replace(marked, "").trim().slice(0, 100) }];
        }),
    );
}

/** Settings that a live site needs and that are not there, or are not fit for one. */
export function settingFindings(environment: Record<string, string | undefined>): Finding[] {
  const needed: [string, boolean, string][] = [
    ["SITE_URL", (environment.SITE_URL ?? "").startsWith("https://"), "must be the public https address"],
    ["SMTP_URL", Boolean(environment.SMTP_URL), "is not set: letters are only kept, not sent"],
    ["MAIL_FROM", Boolean(environment.MAIL_FROM), "is not set: letters would come from a sample address"],
    ["OWNER_EMAIL", Boolean(environment.OWNER_EMAIL), "is not set: the owner's letters go to the first owner's address"],
  ];
  return needed.filter(([, well]) => !well).map(([where, , what]) => ({ where, what }));
}

if (import.meta.main) {
  if (existsSync(".env")) loadEnvFile(".env");
  const findings = [...settingFindings(process.env), ...sampleFindings()];
  for (const { where, what } of findings) console.log(`${where}  ${what}`);
  console.log(findings.length === 0 ? "Ready to go live." : `\n${findings.length} to settle before going live.`);
  process.exit(findings.length === 0 ? 0 : 1);
}
