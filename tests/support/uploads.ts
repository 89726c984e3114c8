import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import type { AdminSite } from "./admin-site.ts";
import { boundary, multipart, multipartType } from "./multipart.ts";
import { openSocket } from "./raw-socket.ts";
import { type HttpResponse, send } from "./request.ts";

/* Pictures sent to the admin as browsers send them, whole and in part. */

export const picturesPath = "/admin/site/pictures";

export const pictureForm = {
  shape: "portrait",
  focusX: "50",
  focusY: "50",
  returnTo: "/admin/site/home?x=1",
};

type Sent = {
  cookies?: string;
  accept?: string;
  fields?: Record<string, string>;
  to?: string;
  name?: string;
};

export function upload(
  admin: AdminSite,
  contents: readonly Buffer[],
  {
    cookies = admin.owner,
    accept = "application/json",
    fields = pictureForm,
    to = picturesPath,
    name = "photo.jpg",
  }: Sent = {},
): Promise<HttpResponse> {
  return send(admin.site.url, to, {
    method: "POST",
    headers: { ...multipartType, Cookie: cookies, Accept: accept },
    body: multipart(
      fields,
      contents.map((content) => ({ content, name })),
    ),
  });
}

export async function uploadRefusal(
  admin: AdminSite,
  contents: readonly Buffer[],
  given: Sent = {},
): Promise<{ status: number; code: string }> {
  const { status, text } = await upload(admin, contents, given);
  return { status, ...(JSON.parse(text) as { error: { code: string } }).error };
}

/** The id of the picture that it has become. */
export async function uploadPicture(admin: AdminSite, content: Buffer): Promise<string> {
  const { status, text } = await upload(admin, [content]);
  expect([status, text]).toEqual([200, expect.stringMatching(/^\{"id":"[0-9a-f-]{36}"\}$/)]);
  return (JSON.parse(text) as { id: string }).id;
}

export function uploadHead(cookies: string, length: number, accept = "application/json"): string {
  return (
    `POST ${picturesPath} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies}\r\nAccept: ${accept}\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`
  );
}

/** Says the head of an upload and a part of its body. */
export async function beginUpload(
  admin: AdminSite,
  content: Buffer,
  part: number,
): Promise<{ socket: Socket; rest: Buffer }> {
  const body = multipart(pictureForm, [{ content }]);
  const socket = await openSocket(admin.site.url);
  socket.write(uploadHead(admin.owner, body.length));
  socket.write(body.subarray(0, body.length * part));
  return { socket, rest: body.subarray(body.length * part) };
}

/** Uploads under way, in files that have no name any more. */
export function openUploads(admin: AdminSite): number {
  const folder = `/proc/${admin.site.pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return /\/uploads\/.* \(deleted\)$/.test(readlinkSync(join(folder, fd)));
    } catch {
      return false;
    }
  }).length;
}

/** Writes a piece every second until there is none left. */
export async function writeSlowly(socket: Socket, bytes: Buffer, pieces: number): Promise<void> {
  let at = 0;
  const step = Math.ceil(bytes.length / pieces);
  await new Promise<void>((resolve) => {
    const writeNext = () => {
      socket.write(bytes.subarray(at, (at += step)));
      if (at < bytes.length && !socket.destroyed) return;
      clearInterval(more);
      resolve();
    };
    // After what has come was read: writing to a connection that was ended loses it.
    const more = setInterval(() => setImmediate(writeNext), 1_000);
  });
}

/** Of the site's process, in megabytes. */
export function residentMemory({ site }: Pick<AdminSite, "site">): number {
  const status = readFileSync(`/proc/${site.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_000;
}

export async function pictureState({ site, owner }: AdminSite, id: string): Promise<string> {
  const { text } = await send(site.url, `${picturesPath}/${id}`, { headers: { Cookie: owner } });
  return (JSON.parse(text) as { state: string }).state;
}

/** Files of uploads that still have a name. */
export const uploadedFiles = ({ store }: AdminSite) => readdirSync(join(store.dataDir, "uploads"));
