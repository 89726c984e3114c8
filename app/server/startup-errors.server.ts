const messageByCode: Record<string, string> = {
  EADDRINUSE: `Port ${process.env.PORT ?? 3000} is in use by another program. Set PORT to another one.`,
  EADDRNOTAVAIL: "HOST is not an address of this machine.",
  ECONNREFUSED: "The database that DATABASE_URL names does not answer.",
  ENOTFOUND: "A setting names a host that cannot be found.",
  ENOTDIR: "DATA_DIR names a file; it must be a folder.",
  EEXIST: "DATA_DIR names a file; it must be a folder.",
  EACCES: "This user may not use DATA_DIR or PORT.",
};

const ownErrors = [
  "WrongSettings",
  "DatabaseInUse",
  "DatabaseDamaged",
  "TooLittleMemory",
  "SecretDamaged",
  "BackupRefused",
];

/** For the operator; null when the error is unexpected. */
export function startupErrorReason(error: unknown): string | null {
  const { name, message, code, severity, cause } = error as {
    name?: string;
    message?: string;
    code?: string;
    severity?: string;
    cause?: { code?: string };
  };
  if (severity === "FATAL") return `The database that DATABASE_URL names refuses: ${message}.`;
  return (
    (ownErrors.includes(name ?? "") ? message : messageByCode[code ?? cause?.code ?? ""]) ?? null
  );
}
