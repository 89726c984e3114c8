/* The structure of an email: which parts it has, within which. */

type MimePart = {
  type: string;
  /** Of its content type, as `{ charset: "utf-8" }`. */
  params: Record<string, string>;
  parts: MimePart[];
  /** As it was encoded. */
  body: string;
};

export function mimeTree(raw: string): MimePart {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const header = head.replaceAll(/\r\n[ \t]+/g, " ");
  const value = /^content-type: *(.*)$/im.exec(header)?.[1] ?? "text/plain";
  const [type = "", ...given] = value.split(/; */);
  const params = Object.fromEntries(
    given.map((param) => {
      const [name = "", text = ""] = param.split(/=(.*)/s);
      return [name.toLowerCase(), text.replace(/^"(.*)"$/s, "$1")];
    }),
  );
  const inner = params.boundary
    ? rest.join("\r\n\r\n").split(`--${params.boundary}`).slice(1, -1)
    : [];
  return {
    type: type.toLowerCase(),
    params,
    body: rest.join("\r\n\r\n"),
    parts: inner.map((part) => mimeTree(part.replace(/^\r\n/, ""))),
  };
}
