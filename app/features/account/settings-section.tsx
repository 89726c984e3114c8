import type { ReactNode } from "react";

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
      className="grid gap-x-10 gap-y-5 border-t border-line pt-8 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-heading`} className="display-3">
          {heading}
        </h2>
        {lead && <p className="measure text-base text-soft">{lead}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </section>
  );
}

export const settingsRow =
  "flex flex-wrap items-start justify-between gap-x-6 gap-y-2 " +
  "border-t border-line py-4 first:border-t-0 first:pt-0";
