import { Anchor } from "#app/ui/anchor.tsx";
import { Embed } from "#app/ui/embed.tsx";
import { PageIntro } from "#app/ui/section.tsx";

/** Height of a scheduler's frame in pixels (specification, section 9). */
const frameHeight = 800;

/** A page around a scheduler; the scheduler is asked for because the visitor came here. */
export function BookingPage({
  words: { heading, intro, frame },
  scheduler,
}: {
  words: { heading: string; intro: string; frame: string };
  scheduler: string;
}) {
  return (
    <main>
      <PageIntro eyebrow="Booking" heading={heading}>
        <p>{intro}</p>
      </PageIntro>
      <div className="wrap">
        <Embed src={scheduler} title={frame} height={frameHeight} />
        <p className="mt-4 text-base">
          <Anchor className="link" href={scheduler}>
            Open the calendar in a new tab
          </Anchor>
        </p>
      </div>
    </main>
  );
}
