/* A form with a file, as a browser sends it. */

export const boundary = "----a-boundary-of-the-tests";

type FilePart = { content: Buffer; name?: string; type?: string };

export const multipartType = { "Content-Type": `multipart/form-data; boundary=${boundary}` };

export function multipart(
  fields: Record<string, string>,
  files: readonly FilePart[] = [],
): Buffer<ArrayBuffer> {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => [
      `Content-Disposition: form-data; name="${name}"\r\n\r\n`,
      Buffer.from(value),
    ]),
    ...files.map(({ content, name = "photo.jpg", type = "image/jpeg" }) => [
      `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      content,
    ]),
  ] as [string, Buffer][];
  return Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from(`--${boundary}\r\n${head}`),
      content,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}
