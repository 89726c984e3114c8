/** What the system says when a setting names something that cannot be had, in our words. */
const hindrances: Record<string, string> = {
  EADDRINUSE: `Port ${process.env.PORT ?? 3000} is in use by another program. Set PORT to another one.`,
  EADDRNOTAVAIL: "HOST names an address that this machine does not have.",
  ECONNREFUSED: "The database that DATABASE_URL names does not answer.",
  ENOTFOUND: "The host that a setting names is not known.",
  ENOTDIR: "DATA_DIR names a file; it must be a folder.",
  EEXIST: "DATA_DIR names a file; it must be a folder.",
  EACCES: "DATA_DIR or PORT may not be used by this user.",
};

const ours = [
  "WrongSettings",
  "DatabaseInUse",
  "DatabaseDamaged",
  "SecretDamaged",
  "BackupRefused",
];

/** Why a program cannot do its work, in lines for who runs it; or null for what nobody expected. */
export function startupErrorReason(error: unknown): string | null {
  const { name, message, code, cause } = error as {
    name?: string;
    message?: string;
    code?: string;
    cause?: { code?: string };
  };
  return (ours.includes(name ?? "") ? message : hindrances[code ?? cause?.code ?? ""]) ?? null;
}
