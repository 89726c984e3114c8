import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { adminOf } from "#tests/support/admin-site.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { twoHalves } from "#tests/support/pictures.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { embeddedStore, type TestStore } from "#tests/support/store.ts";
import { uploadRefusal } from "#tests/support/uploads.ts";
import { storeForTest, startForTest } from "#tests/support/test-site.ts";

/*
 * What can go wrong with what the site stands on, while visitors write. Whatever was acknowledged
 * is there afterwards, and nothing that was refused.
 */

let messages = 0;

/** Writes a message; answers with it, and with the status. Anything but stored or kindly refused is a fault. */
async function write({ url }: Site): Promise<{ message: string; stored: boolean }> {
  const message = `A message to remember [${++messages}]`;
  const { status, text } = await postForm(url, "/?index", {
    name: "Ada Visitor",
    email: "ada@visitor.example",
    message,
  });
  if (status !== 200)
    expect([status, visibleText(text)]).toEqual([
      503,
      expect.stringContaining("Failed to send message."),
    ]);
  return { message, stored: status === 200 };
}

async function expectStored(
  { query }: TestStore,
  written: { message: string; stored: boolean }[],
): Promise<void> {
  const rows = await query<{ message: string }>("select message from contact_messages");
  const times = (message: string) => rows.filter((row) => row.message === message).length;
  expect(written.filter(({ message, stored }) => times(message) !== (stored ? 1 : 0))).toEqual([]);
}

/** A disk of its own that is as small as one likes. Needs the right to mount. */
function smallDisk(): string | null {
  if (userInfo().uid !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "disk-"));
  if (
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=140m", "tmpfs", folder], { stdio: "ignore" })
      .status === 0
  )
    return folder;
  rmSync(folder, { recursive: true });
  return null;
}

test("on a full disk forms fail, pages and stored data stay available, and forms work again later", async (context) => {
  const disk = smallDisk();
  if (!disk) return context.skip("This user may not mount a disk.");
  const store = embeddedStore(disk, () => {
    execFileSync("umount", ["--lazy", disk]);
    rmSync(disk, { recursive: true });
  });
  onTestFinished(store.remove);
  await addOwner(store, "owner@site.example");
  const site = await startForTest(store.dataDir, store.settings);
  const owner = await signInForCookies(site, "owner@site.example");
  const admin = adminOf({ site, store, owner, stranger: "" });
  const written = [await write(site), await write(site)];
  expect(written.every(({ stored }) => stored)).toBe(true);

  const ballast = join(disk, "ballast");
  expect(() => writeFileSync(ballast, Buffer.alloc(200_000_000))).toThrow("ENOSPC");
  // What the database holds of the disk already has room for a few more; then there is none.
  for (let turn = 0; turn < 200 && written.at(-1)!.stored; turn++)
    written.push(...(await Promise.all([write(site), write(site)])));
  expect(written.at(-1)!.stored).toBe(false);
  expect((await send(site.url, "/about")).status).toBe(200);
  const photo = await twoHalves(800, 1000).png({ compressionLevel: 0 }).toBuffer();
  expect(await uploadRefusal(admin, [photo])).toMatchObject({ status: 507, code: "disk-full" });

  rmSync(ballast);
  const after = await write(site);
  expect(after.stored).toBe(true);
  expect((await send(site.url, "/readyz")).status).toBe(200);
  expect(await site.stop()).toBe(0);
  await expectStored(store, [...written, after]);
});

/** Visitors that begin a form and never end it. */
async function halfSend({ url }: Site, count: number): Promise<Socket[]> {
  const { port, host } = new URL(url);
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(port), "127.0.0.1", () => {
            socket.write(
              `POST /?index HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 200\r\n` +
                "Content-Type: application/x-www-form-urlencoded\r\n\r\nname=Ada",
              () => resolve(socket),
            );
          });
          socket.on("error", reject);
        }),
    ),
  );
}

test("500 unfinished forms do not delay others", async () => {
  const store = await storeForTest("postgres");
  const site = await startForTest(store.dataDir, store.settings);
  const sockets = await halfSend(site, 500);
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const written = [];
  for (let turn = 0; turn < 5; turn++) {
    const began = performance.now();
    written.push(await write(site));
    expect(performance.now() - began).toBeLessThan(2_000);
  }
  expect(written.every(({ stored }) => stored)).toBe(true);
  // What never arrived whole is stored nowhere.
  expect(await store.query("select count(*)::int as count from contact_messages")).toEqual([
    { count: 5 },
  ]);
});
