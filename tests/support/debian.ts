import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/* Folders with a whole Debian in them, as a new server or the base of a container has it. Only root may use these. */

/** Throws what the program said when it fails. */
export async function runProgram(program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, { maxBuffer: 1e8 });
  return `${stdout}${stderr}`.trim();
}

/** Certificates that only this machine knows. */
const certificates = process.env.NODE_EXTRA_CA_CERTS;
const inside = "/usr/local/share/certificates.pem";
export const networkSettings: Record<string, string> = certificates
  ? { NODE_EXTRA_CA_CERTS: inside }
  : {};

/** Debian 12's smallest system, with this machine's way into the network. */
export async function makeDebian(root: string): Promise<void> {
  await runProgram("debootstrap", "--variant=minbase", "bookworm", root);
  for (const file of ["/etc/resolv.conf", "/etc/hosts"])
    cpSync(file, join(root, file), { dereference: true });
  if (certificates) cpSync(certificates, join(root, inside));
}

/** As Debian's own images for containers are. */
export async function copySlim(root: string, slim: string): Promise<void> {
  const left = ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man"];
  const exclude = [...left, "usr/share/locale"].map((path) => `--exclude=./${path}/*`).join(" ");
  const copy = `mkdir "$1" && tar -C "$0" ${exclude} -c . | tar -C "$1" -x`;
  await runProgram("sh", "-c", copy, root, slim);
}

export type Place = {
  root: string;
  user?: string;
  env?: Record<string, string>;
  /** The machine's folder that /data is. With it everything else is read-only, but for /tmp. */
  data?: string;
};

/** In mounts of its own, which end with it. Each program replaces the one before, so signals arrive. */
function entering({ root, user = "root", env, data }: Place, command: string): string[] {
  const readOnly =
    'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && ' +
    `mount -t tmpfs tmpfs "$0/tmp" && mount --bind ${data} "$0/data" && `;
  const script =
    `${data ? readOnly : ""}mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && ` +
    `exec chroot --userspec=${user} "$0" env -i "$@"`;
  const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const settings = Object.entries({ PATH, ...networkSettings, ...env }).map((one) => one.join("="));
  const line = `cd /opt/site && ${command}`;
  return ["--mount", "sh", "-c", script, root, ...settings, "sh", "-c", line];
}

export const runInside = (place: Place, command: string) =>
  runProgram("unshare", ...entering(place, command));

/** `command` has to `exec` what is to get the signals. */
export const startInside = (place: Place, command: string): ChildProcess =>
  spawn("unshare", entering(place, command), { stdio: ["ignore", "pipe", "pipe"] });
