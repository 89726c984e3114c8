import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Writable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { format, saveBackup, version } from "#app/server/backup/file.server.ts";

/* The file of a backup in a folder where others may write: whoever has it has everything. */

const lines = [
  { format, version, schema: "0000_first", madeAt: "2026-03-10", secret: "s" },
  { end: {} },
];
const whole = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "backup-file-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const fill = (out: Writable) =>
  new Promise<void>((resolve, reject) => out.once("error", reject).end(whole, resolve));
const save = (file: string) => saveBackup(file, fill);

/** What lies in the file's folder beside it while it is written. */
async function nameWhileWritten(file: string): Promise<string> {
  let names: string[] = [];
  await saveBackup(file, async (out) => {
    await new Promise((resolve) => out.write("", resolve));
    names = readdirSync(join(file, ".."));
    await fill(out);
  });
  return names.find((name) => name !== basename(file))!;
}

test("only its owner can read a backup, whatever the umask", async () => {
  const file = join(folder(), "backup");
  const mask = process.umask(0);
  onTestFinished(() => void process.umask(mask));
  await save(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a backup is written under an unpredictable temporary name", async () => {
  const names = [
    await nameWhileWritten(join(folder(), "backup")),
    await nameWhileWritten(join(folder(), "backup")),
  ];
  expect(names[0]).toMatch(/^backup\..+\.part$/);
  expect(names[0]).not.toBe(names[1]);
});

test("a link or file that somebody else placed is neither followed nor used", async () => {
  const place = folder();
  const elsewhere = join(folder(), "stolen");
  symlinkSync(elsewhere, join(place, "linked.part"));
  writeFileSync(join(place, "filled.part"), "planted", { mode: 0o666 });
  for (const name of ["linked", "filled"]) await save(join(place, name));
  expect(existsSync(elsewhere)).toBe(false);
  expect(readFileSync(join(place, "filled.part"), "utf8")).toBe("planted");
  for (const name of ["linked", "filled"]) {
    const found = lstatSync(join(place, name));
    expect([found.isFile(), found.mode & 0o777, found.size]).toEqual([true, 0o600, whole.length]);
  }
});

test.for([
  ["a file", (path: string) => writeFileSync(path, "kept")],
  ["a folder", (path: string) => mkdirSync(path)],
  ["a link to a file", (path: string) => symlinkSync("/etc/hostname", path)],
  ["a link to nothing", (path: string) => symlinkSync("nothing", path)],
] as const)("%s of that name is left as it is, and the backup refused", async ([, plant]) => {
  const file = join(folder(), "backup");
  plant(file);
  const before = lstatSync(file).ino;
  await expect(save(file)).rejects.toThrow(`${file} exists already. Name another file.`);
  expect(lstatSync(file).ino).toBe(before);
  expect(readdirSync(join(file, ".."))).toEqual(["backup"]);
});

test("a failed backup leaves no file behind", async () => {
  const file = join(folder(), "backup");
  await expect(
    saveBackup(
      file,
      (out) =>
        new Promise((_, reject) =>
          out.write(whole, () => reject(new Error("The database went away."))),
        ),
    ),
  ).rejects.toThrow("went away");
  await expect(
    saveBackup(file, (out) => new Promise((resolve) => out.end("no backup", () => resolve()))),
  ).rejects.toThrow("not a backup");
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test("its content and its name are flushed to disk", async () => {
  const place = folder();
  const handle = await open(place);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  const forced: string[] = [];
  const spy = vi.spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
    forced.push((await this.stat()).isDirectory() ? "folder" : "file");
    return sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  await save(join(place, "backup"));
  expect(forced).toEqual(["file", "folder"]);
});
