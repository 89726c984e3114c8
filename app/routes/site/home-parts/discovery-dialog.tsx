import { X } from "lucide-react";
import { links } from "#app/content/site.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { Embed } from "#app/ui/embed.tsx";

export const discoveryDialogId = "discovery-dialog";

export function DiscoveryDialog({ label }: { label: string }) {
  return (
    <Dialog
      id={discoveryDialogId}
      label={label}
      className="m-auto w-[min(56rem,calc(100vw-1.5rem))] rounded-sm border border-line bg-surface"
    >
      {(opened) => (
        <>
          <div className="flex items-center justify-between gap-4 border-b border-line py-2 pl-5 pr-2">
            <h2 className="display-3">{label}</h2>
            <CloseButton closes={discoveryDialogId}>
              <X aria-hidden="true" />
              <span className="sr-only">Close</span>
            </CloseButton>
          </div>
          {opened && (
            <Embed
              src={links.discovery}
              title="Calendar: 30-minute discovery session"
              height={600}
            />
          )}
          <p className="px-5 py-3 text-base">
            <Anchor className="link" href={links.discovery}>
              Open the 30-minute calendar in a new tab
            </Anchor>
          </p>
        </>
      )}
    </Dialog>
  );
}
