import type { ReactNode } from "react";

/** One part of the account page, set apart by a fine line. */
export function SettingsSection({
  id,
  heading,
  lead,
  children,
}: {
  id: string;
  heading: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="flex flex-col gap-5 border-t border-line pt-8"
    >
      <div>
        <h2 id={`${id}-heading`} className="display-3">
          {heading}
        </h2>
        {lead && <p className="measure text-soft">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
