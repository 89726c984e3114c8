import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { multipart, multipartType } from "#tests/support/multipart.ts";
import { openTemporaryFile, receiveFiles } from "./file-upload.server.ts";

test("files keep the order in which they were sent, whichever opens first", async () => {
  const sent = ["first", "second"].map((name) => ({ name, content: Buffer.from(name) }));
  const headers = { "content-type": multipartType["Content-Type"] };
  const body = Object.assign(Readable.from([multipart({}, sent)]), { headers });
  const second = Promise.withResolvers<void>();
  let opened = 0;
  const { files } = await receiveFiles(
    body as unknown as IncomingMessage,
    async () => {
      if (opened++ === 0) await second.promise;
      const file = await openTemporaryFile(tmpdir());
      second.resolve();
      return file;
    },
    { files: 2, fileSize: 100 },
  );
  expect(files.map(({ name }) => name)).toEqual(["first", "second"]);
  await Promise.all(files.map(({ file }) => file.close()));
});
