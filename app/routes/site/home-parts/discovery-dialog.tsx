import { X } from "#app/ui/icons.gen.tsx";
import { calendarUrls } from "#app/content/calendars.ts";
import { content } from "#app/content/content.ts";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { Embed } from "#app/ui/embed.tsx";

export const discoveryDialogId = "discovery-dialog";

export function DiscoveryDialog({ label }: { label: string }) {
  const { booking } = content();
  return (
    <Dialog
      id={discoveryDialogId}
      label={label}
      className="m-auto w-[min(40rem,calc(100vw-1.5rem))] rounded-sm border border-line bg-surface"
    >
      {(opened) => (
        <>
          <div className="flex items-center justify-between gap-4 border-b border-line py-2 pl-5 pr-2 md:pl-10">
            {/* The font's capitals are above the middle of the line. */}
            <h2 className="display-3 mt-1">{label}</h2>
            <CloseButton closes={discoveryDialogId}>
              <X />
              <span className="sr-only">Close</span>
            </CloseButton>
          </div>
          <Embed
            src={calendarUrls().discovery}
            title="Calendar: 30-minute discovery session"
            height={600}
            wanted={opened}
          >
            <p className="measure text-lg">{booking.card.discovery}</p>
          </Embed>
        </>
      )}
    </Dialog>
  );
}
