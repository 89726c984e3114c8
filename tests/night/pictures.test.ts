import { expect } from "vitest";
import { adminOf } from "#tests/support/admin-site.ts";
import { sidewaysPhoto, twoHalves } from "#tests/support/pictures.ts";
import { openSocket } from "#tests/support/raw-socket.ts";
import { sharedSiteTest, startOwnedSite } from "#tests/support/shared-site.ts";
import { startSite } from "#tests/support/site.ts";
import {
  beginUpload,
  openUploads,
  pictureState,
  uploadedFiles,
  uploadPicture,
  writeSlowly,
} from "#tests/support/uploads.ts";

/* Pictures that take longer to come than a form may, and one whose process is killed while it is made. */

const slowly = "a picture that is sent slowly is waited for, any other form is not";
sharedSiteTest(slowly, async ({ shared }) => {
  const picture = async () => {
    const { socket, rest } = await beginUpload(adminOf(shared), await sidewaysPhoto(400, 500), 0.1);
    let said = "";
    const answered = new Promise<void>((resolve) =>
      socket
        .on("data", (chunk) => {
          said += chunk.toString();
          if (said.includes('{"id"')) resolve();
        })
        .once("close", resolve),
    );
    await writeSlowly(socket, rest, 26);
    await answered;
    socket.destroy();
    return said;
  };
  const form = async () => {
    const began = performance.now();
    const socket = await openSocket(shared.site.url);
    let said = "";
    socket.on("data", (chunk) => (said += chunk.toString()));
    socket.write(
      "POST /login HTTP/1.1\r\nHost: localhost\r\n" +
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n",
    );
    await writeSlowly(socket, Buffer.alloc(40, "a"), 40);
    expect(performance.now() - began).toBeLessThan(26_000);
    return said;
  };
  const [ofPicture, ofForm] = await Promise.all([picture(), form()]);
  expect(ofPicture).toMatch(/^HTTP\/1\.1 200 /);
  expect(ofForm).toMatch(/^HTTP\/1\.1 408 /);
});

sharedSiteTest(
  "a picture whose process was killed is finished after the next start",
  async ({ onTestFinished }) => {
    const { close, ...own } = await startOwnedSite();
    const admin = adminOf(own);
    onTestFinished(async () => {
      await admin.site.kill();
      await close();
    });
    const id = await uploadPicture(admin, await twoHalves(1600, 2000).jpeg().toBuffer());
    const files = async () =>
      (await admin.store.query("select from picture_files where picture_id = $1", [id])).length;
    await expect.poll(files, { interval: 20 }).toBeGreaterThan(1);
    await beginUpload(admin, await sidewaysPhoto(400, 500), 0.5);
    await expect.poll(() => openUploads(admin)).toBe(1);
    await admin.site.kill();
    expect(uploadedFiles(admin)).toEqual([]);
    admin.site = await startSite(admin.store.dataDir, admin.store.settings);
    // Pictures are made at a lower priority: what else the machine does comes first.
    await expect.poll(() => pictureState(admin, id)).toBe("ready");
    expect(await files()).toBe(10);
  },
);
