export type GateRefusal = { status: number; code: string; message: string };

export const requestLimits = {
  bodyBytes: 64 * 1024,
  uploadBytes: (2 * 1024 + 64) * 1024,
  /** Not held in memory, but read to the end, so that the sender receives the refusal. */
  streamedBytes: 64 * 1024 * 1024,
  pathLength: 1024,
  urlLength: 4096,
  jsonDepth: 32,
};

export const gateRefusals = {
  malformed: { status: 400, code: "malformed", message: "This request is malformed." },
  malformedUrl: { status: 400, code: "path", message: "This address is malformed." },
  notUtf8: { status: 400, code: "malformed", message: "The content is not valid UTF-8." },
  tooDeep: { status: 400, code: "malformed", message: "The content is nested too deeply." },
  crossSite: { status: 403, code: "origin", message: "This request did not come from this site." },
  missingAsset: { status: 404, code: "not-found", message: "There is no such file." },
  method: { status: 405, code: "method", message: "This method is not used here." },
  tooSlow: { status: 408, code: "timeout", message: "This took too long to arrive." },
  tooLarge: { status: 413, code: "too-large", message: "This is more than 64 KB." },
  tooLargeUpload: { status: 413, code: "too-large", message: "This is more than 2 MB." },
  tooLargeStream: { status: 413, code: "too-large", message: "This is more than 64 MB." },
  longUrl: { status: 414, code: "path", message: "This address is too long." },
  contentType: { status: 415, code: "not-json", message: "This kind of content is not accepted." },
  internal: {
    status: 500,
    code: "internal",
    message: "Something went wrong here. Please try again.",
  },
} as const satisfies Record<string, GateRefusal>;
