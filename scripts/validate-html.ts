import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/*
 * Runs the Nu HTML checker over every page made at build, without stylesheets, since it does not know
 * newer CSS. It is no dependency, because its npm package would install a Java runtime: its archive is
 * downloaded once and verified before each run.
 */

const version = "26.9.27";
const checksum = "22f15dd39a33bed929d2a5c0cddf5946849a647eca9272bf4d5d00bc7e7a4d47";
const root = join(import.meta.dirname, "..");

/** Throws when the checksum of the archive in the folder `cache` differs. */
export function checkerIn(cache: string): string {
  const jar = join(cache, "package/build/dist/vnu.jar");
  if (!existsSync(jar)) {
    mkdirSync(cache, { recursive: true });
    execFileSync("npm", ["pack", `vnu-jar@${version}`, "--silent", "--pack-destination", cache], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    execFileSync("tar", ["-xzf", join(cache, `vnu-jar-${version}.tgz`), "-C", cache]);
  }
  const found = createHash("sha256").update(readFileSync(jar)).digest("hex");
  if (found !== checksum)
    throw new Error(
      `${jar} is not the checker of version ${version}: its SHA-256 is ${found}. It was not run.`,
    );
  return jar;
}

/** The standard also has "immediate", which this version of the checker does not know. */
const unknownYet = ".*“eagerness” property in a speculation rule must be one of.*";

if (import.meta.main) {
  const jar = checkerIn(join(root, "node_modules/.cache/vnu-jar"));
  const client = join(root, "build/client");
  const pages = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".html"),
  );
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  for (const page of pages) {
    const html = readFileSync(join(client, page), "utf8").replace(
      /(<style[^>]*>)[\s\S]*?(<\/style>)/g,
      "$1$2",
    );
    writeFileSync(join(folder, page.replaceAll("/", "_")), html);
  }
  const { status, stderr } = spawnSync(
    "java",
    ["-jar", jar, "--errors-only", "--skip-non-html", "--filterpattern", unknownYet, folder],
    { encoding: "utf8" },
  );
  rmSync(folder, { recursive: true });
  console.log(stderr.replaceAll(folder, "") || `${pages.length} pages, 0 errors`);
  process.exit(pages.length > 0 && status === 0 ? 0 : 1);
}
