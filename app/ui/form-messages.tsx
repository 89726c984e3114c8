import type { ReactNode } from "react";
import type { FieldErrors } from "#app/values/rules.ts";

/** @param prefix of the fields' ids before their names */
export function ErrorSummary({ errors, prefix = "" }: { errors: FieldErrors; prefix?: string }) {
  const wrong = Object.entries(errors);
  if (wrong.length === 0) return null;
  return (
    <div role="alert" className="border-l-4 border-danger bg-raised p-4">
      <p className="font-semibold">There is a problem</p>
      <ul>
        {wrong.map(([name, message]) => (
          <li key={name}>
            <a className="link" href={`#${prefix}${name}`}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function FormMessage({ ok, children }: { ok: boolean; children: ReactNode }) {
  return (
    <div
      role={ok ? "status" : "alert"}
      className={`border-l-4 bg-raised p-4 ${ok ? "border-good" : "border-danger"}`}
    >
      {children}
    </div>
  );
}
