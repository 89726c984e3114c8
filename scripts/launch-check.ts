import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import type { Finding } from "#app/features/launch/finding.ts";
import { choiceFindings, settingFindings } from "#app/features/launch/settings.server.ts";

/* `npm run launch-check`: what is still a sample or unset before going live. Exits 1 if anything is. */

if (import.meta.main) {
  if (existsSync(".env")) loadEnvFile(".env");
  const { dataFindings } = await import("./launch-data.ts");
  const found = [
    ...settingFindings(process.env),
    ...(await dataFindings(process.env)),
    ...choiceFindings(process.env),
  ];
  const print = ({ where, what, path }: Finding) =>
    console.log(`${where}  ${what}${path ? `: ${path}` : ""}`);
  const printUnder = (heading: string, listed: readonly Finding[]) => {
    if (listed.length > 0) console.log(`\n${heading}`);
    listed.forEach(print);
  };
  const words = found.filter(({ kind }) => kind === "words");
  const others = found.filter(({ kind }) => !kind);
  others.forEach(print);
  printUnder("Samples that the public still reads; /admin/site leads to each field:", words);
  printUnder(
    "These may be right as they are:",
    found.filter(({ kind }) => kind === "choice"),
  );
  const left = others.length + words.length;
  console.log(left === 0 ? "\nReady to go live." : `\n${left} to settle before going live.`);
  process.exitCode = left === 0 ? 0 : 1;
}
