import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { OwedBadge } from "#app/features/invoices/admin/invoice-panel.tsx";
import type { InvoicesPanel } from "#app/features/invoices/panel.ts";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { composerKinds } from "./model.ts";
import type { HistoryEntry } from "./queries.server.ts";

type HeaderProps = {
  email: string;
  /** Null if the client couldn't be loaded. */
  client: { names: string[]; entries: readonly HistoryEntry[]; panel: InvoicesPanel } | null;
};

export function ClientHeader({ email, client }: HeaderProps) {
  const latest = client?.entries.find(({ kind }) => composerKinds[kind] !== null);
  return (
    <div className="openers xl:items-start">
      <header className="whole w-full max-xl:mb-4 xl:w-auto xl:flex-[1_1_16rem]">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="display-3 wrap-anywhere">{client?.names.join(", ") || email}</h1>
          {client && <OwedBadge panel={client.panel} />}
        </div>
        <EmailLink email={email} />
      </header>
      {latest && (
        <ComposeButton
          kind={composerKinds[latest.kind]!}
          id={latest.id}
          className="button w-full min-h-11! px-4!"
        >
          Write<span className="sr-only"> to {email}</span>
        </ComposeButton>
      )}
    </div>
  );
}
