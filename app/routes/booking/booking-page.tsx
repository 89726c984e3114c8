import { Anchor } from "#app/ui/anchor.tsx";
import { Embed } from "#app/ui/embed.tsx";
import { PageIntro } from "#app/ui/section.tsx";

export function BookingPage({
  copy: { heading, intro, frame },
  scheduler,
}: {
  copy: { heading: string; intro: string; frame: string };
  scheduler: string;
}) {
  return (
    <main>
      <PageIntro eyebrow="Booking" heading={heading}>
        <p>{intro}</p>
      </PageIntro>
      <div className="wrap">
        <Embed src={scheduler} title={frame} height={800} />
        <p className="mt-4 text-base">
          <Anchor className="link" href={scheduler}>
            Open the calendar in a new tab
          </Anchor>
        </p>
      </div>
    </main>
  );
}
