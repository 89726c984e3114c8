import { content } from "#app/content/content.ts";
import { DialogButton, CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { Line } from "#app/ui/line.tsx";
import { heroLine } from "#app/ui/line-paths.ts";
import { Picture } from "#app/ui/picture.tsx";
import { X } from "#app/ui/icons.gen.tsx";
import { calendarUrls } from "#app/content/calendars.ts";
import { Embed } from "#app/ui/embed.tsx";
import { inQuotationMarks } from "./sections.tsx";

export function Hero() {
  const { home, testimonials } = content();
  const { eyebrow, headline, intro, button, portrait } = home.hero;
  const [overlay] = testimonials.items;
  return (
    <section className="relative overflow-clip pb-40 pt-10 md:pb-[calc(20vw+6rem)] lg:pt-16">
      <Line
        line={heroLine}
        draw
        cropped
        className={
          "pointer-events-none absolute bottom-0 h-[max(22vw,min(33vw,9rem))] w-full text-brass"
        }
      />
      <div className="wrap relative grid items-center gap-10 md:grid-cols-[1.25fr_1fr] lg:gap-16">
        <div className="flex flex-col items-start gap-6">
          <p className="eyebrow">{eyebrow}</p>
          <h1 className="display-1">{headline}</h1>
          <p className="measure text-lg text-balance">{intro}</p>
          <DialogButton opens={discoveryDialogId} className="button">
            {button}
          </DialogButton>
        </div>
        <figure className="relative w-full max-w-sm md:ml-auto lg:max-w-md">
          <Picture
            {...portrait}
            sizes="(min-width: 64rem) 28rem, (min-width: 30rem) 24rem, 90vw"
            priority
            className="aspect-[4/5] w-full rounded-sm object-cover"
          />
          {overlay && (
            <figcaption className="absolute top-full mt-6 hidden border-l-2 border-brass pl-5 text-base xl:block">
              <blockquote className="font-display text-xl leading-snug text-balance">
                {inQuotationMarks(overlay.quote)}
              </blockquote>
              <p className="mt-2 text-soft">{`${overlay.author}, ${overlay.title}`}</p>
            </figcaption>
          )}
        </figure>
      </div>
      <DiscoveryDialog label={button} />
    </section>
  );
}

const discoveryDialogId = "discovery-dialog";

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
