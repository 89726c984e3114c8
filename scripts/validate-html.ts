import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/*
 * Runs the Nu HTML checker over every page made at build. Its package installs a Java of its own
 * when it can, so it is not among ours: only its archive is taken, once. Style sheets are left
 * out: the checker does not know the CSS of the last years, and the browser tests see them.
 */

const version = "26.9.27";
const root = join(import.meta.dirname, "..");
const cache = join(root, "node_modules/.cache/vnu-jar");
const jar = join(cache, "package/build/dist/vnu.jar");

if (!existsSync(jar)) {
  mkdirSync(cache, { recursive: true });
  execFileSync("npm", ["pack", `vnu-jar@${version}`, "--silent", "--pack-destination", cache], { stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("tar", ["-xzf", join(cache, `vnu-jar-${version}.tgz`), "-C", cache]);
}

const client = join(root, "build/client");
const pages = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));
const folder = mkdtempSync(join(tmpdir(), "pages-"));
for (const page of pages) {
  const html = readFileSync(join(client, page), "utf8").replace(/(<style[^>]*>)[\s\S]*?(<\/style>)/g, "$1$2");
  writeFileSync(join(folder, page.replaceAll("/", "_")), html);
}
const { status, stderr } = spawnSync("java", ["-jar", jar, "--errors-only", "--skip-non-html", folder], { encoding: "utf8" });
rmSync(folder, { recursive: true });
console.log(stderr.replaceAll(folder, "") || `${pages.length} pages, 0 errors`);
process.exit(pages.length > 0 && status === 0 ? 0 : 1);
