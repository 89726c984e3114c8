import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { musicLimits } from "#app/features/ameb/family.ts";
import { readSettings, settingNames } from "#app/server/env.server.ts";
import { startNginx } from "#tests/support/nginx.ts";

/* The files of deploy/ are taken by the programs that they are for. tests/process/ tries out what they do. */

const deploy = join(import.meta.dirname, "../deploy");

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "deploy-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: folder(), ...env },
  });
  return { status, said: `${stdout}${stderr}` };
}

test.for(["Caddyfile", "several.Caddyfile"])(
  "Caddy accepts %s for a name with https, well formatted",
  (file) => {
    const config = join(deploy, file);
    const { status, said } = run(
      "caddy",
      ["validate", "--adapter", "caddyfile", "--config", config],
      { SITE_ADDRESS: "example.com" },
    );
    expect({ status, said }).toEqual({
      status: 0,
      said: expect.stringContaining("Valid configuration"),
    });
    expect(said).toContain("enabling automatic HTTP->HTTPS redirects");
    expect(run("caddy", ["fmt", config]).said).toBe(readFileSync(config, "utf8"));
  },
);

test("nginx keeps its cache and its log in Debian's folders", () => {
  const recipe = readFileSync(join(deploy, "nginx.conf"), "utf8");
  const paths = Array.from(
    recipe.matchAll(/^\s*(?:proxy_cache_path|error_log) (\S+)/gm),
    ([, path]) => path!,
  );
  expect(paths).toHaveLength(2);
  expect(paths.filter((path) => !existsSync(dirname(path)))).toEqual([]);
});

/** The address of nginx in front of this application. */
async function proxiedBy(listener: RequestListener): Promise<string> {
  const application = createServer(listener);
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void application.close());
  const { proxied, stop } = await startNginx(
    `http://127.0.0.1:${(application.address() as AddressInfo).port}`,
  );
  onTestFinished(stop);
  return proxied;
}

test("nginx lets a family's five files of sheet music through", async () => {
  const proxied = await proxiedBy((request, response) => {
    request.resume().on("end", () => response.end());
  });
  const { status } = await fetch(`${proxied}/exams/${"A".repeat(22)}`, {
    method: "POST",
    body: Buffer.alloc(musicLimits.files * musicLimits.bytes + 10_000),
  });
  expect(status).toBe(200);
});

test("what was public and is gone is gone behind nginx too", async () => {
  const gone = new Set<string>();
  const proxied = await proxiedBy(({ url }, response) => {
    const [status, cache] = gone.has(url!) ? [410, "no-store"] : [200, "public, immutable"];
    response.writeHead(status, { "Cache-Control": cache }).end();
  });
  for (const path of [`/media/${crypto.randomUUID()}-360.webp`, "/content/words.json"]) {
    expect((await fetch(`${proxied}${path}`)).status).toBe(200);
    gone.add(path);
    expect((await fetch(`${proxied}${path}`)).status).toBe(410);
  }
});

const systemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

describe.skipIf(!systemd)("systemd", () => {
  test("accepts the units", () => {
    // Their programs are looked for where they will be.
    const root = folder();
    const units = join(root, "etc/systemd/system");
    mkdirSync(units, { recursive: true });
    const names = [
      "site.socket",
      "site.service",
      "site@.service",
      "site-backup.service",
      "site-backup.timer",
    ];
    for (const name of names) {
      const unit = readFileSync(join(deploy, name), "utf8");
      writeFileSync(
        join(units, name),
        unit
          .replaceAll("/opt/site/node_modules/.bin/node", process.execPath)
          .replaceAll("/opt/site", join(deploy, "..")),
      );
    }
    const { status, said } = run("systemd-analyze", [
      "verify",
      ...names.map((name) => join(units, name.replace("@", "@3001"))),
    ]);
    expect({
      status,
      said: said.replaceAll(/^.*(man |Failed to (connect|create)).*$\n/gm, ""),
    }).toEqual({ status: 0, said: "" });
  });

  test.for(["site.service", "site@.service"])("rates the exposure of %s as low", (name) => {
    const unit = join(folder(), name.replace("@", "@3001"));
    cpSync(join(deploy, name), unit);
    const level = /Overall exposure level for \S+: ([\d.]+)/.exec(
      run("systemd-analyze", ["security", "--offline=true", unit]).said,
    )?.[1];
    expect(Number(level)).toBeLessThan(2);
  });
});

test("the units and the image start the site as `npm start` does", () => {
  const { scripts } = JSON.parse(readFileSync(join(deploy, "../package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const [, settings, start] = /^exec env (\S+=\S+(?: \S+=\S+)*) (node .*)$/.exec(scripts.start)!;
  for (const name of ["site.service", "site@.service"]) {
    const unit = readFileSync(join(deploy, name), "utf8");
    expect(/^ExecStart=.*$/m.exec(unit)![0], name).toContain(`node_modules/.bin/${start}`);
    expect(unit, name).toContain(`\nEnvironment=${settings}\n`);
  }
  const dockerfile = readFileSync(join(deploy, "../Dockerfile"), "utf8");
  expect(dockerfile).toContain(`\nENV ${settings}\n`);
  const [, image] = /^CMD (\[.*\])$/m.exec(dockerfile)!;
  expect((JSON.parse(image!) as string[]).join(" ")).toBe(start);
});

test("compose.yaml sets known settings, and mounts and runs what is here", () => {
  const compose = readFileSync(join(deploy, "../compose.yaml"), "utf8");
  const [, settings] = /environment:\n((?: {4}[A-Z_]+: .*\n)+)/.exec(compose)!;
  const names = Array.from(settings!.matchAll(/^ +([A-Z_]+):/gm), ([, name]) => name!);
  expect(names).toContain("SITE_URL");
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  const paths = Array.from(compose.matchAll(/\bdeploy\/[\w-]+/g), ([path]) => path);
  expect(paths).toHaveLength(2);
  expect(paths.filter((path) => !existsSync(join(deploy, "..", path)))).toEqual([]);
});

test("the example settings can be parsed, and name only known settings", () => {
  const lines = readFileSync(join(deploy, "site.env"), "utf8")
    .split("\n")
    .flatMap((line) => /^#?([A-Z_]+)=(.*)$/.exec(line)?.slice(1, 3) ?? []);
  const settings = Object.fromEntries(
    Array.from({ length: lines.length / 2 }, (_, at) => [lines[at * 2]!, lines[at * 2 + 1]!]),
  );
  expect(Object.keys(readSettings({ ...settings, AUTH_SECRET: "a".repeat(44) }))).toEqual(
    expect.arrayContaining(Object.keys(settings)),
  );
  const example = readFileSync(join(deploy, "../.env.example"), "utf8");
  expect(Object.keys(settings).filter((name) => !example.includes(`# ${name}=`))).toEqual([]);
});

test.for(["nightly-backup", "backup-every-night", "restore-drill", "install", "run"])(
  "%s is a valid shell script",
  (name) => {
    expect(run("sh", ["-n", join(deploy, name)])).toEqual({ status: 0, said: "" });
  },
);
