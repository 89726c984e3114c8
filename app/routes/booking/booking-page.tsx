import { content } from "#app/content/content.ts";
import { linked } from "#app/ui/linked.tsx";
import { PriceList, pricesOfSessions } from "#app/routes/site/price-list.tsx";
import { Embed } from "#app/ui/embed.tsx";
import { Line } from "#app/ui/line.tsx";
import { dividerLine } from "#app/ui/line-paths.ts";
import { IntroLine } from "#app/ui/section.tsx";

type BookingPageProps = {
  copy: { heading: string; intro: string; frame: string };
  scheduler: string;
};

export function BookingPage({ copy: { heading, intro, frame }, scheduler }: BookingPageProps) {
  const { booking } = content();
  return (
    <main className="wrap grid gap-x-12 gap-y-4 pt-10 lg:grid-cols-[1fr_1.6fr] lg:pt-14">
      <div
        className={
          "grid items-center gap-x-10 gap-y-8 md:max-lg:grid-cols-[1.25fr_1fr] " +
          "lg:sticky lg:top-32 lg:self-start"
        }
      >
        <div>
          <h1 className="display-2">{heading}</h1>
          <p className="mt-4 text-lg text-balance">{linked(intro)}</p>
        </div>
        <IntroLine />
      </div>
      <div className="lg:border-l lg:border-line lg:pl-12">
        {/* Cancels the margins of the framed page, so that its text aligns with this page's. */}
        <div
          className={
            "mx-[calc(clamp(2.5rem,10vw,5rem)/-2)] lg:mx-[-5.5556%] " +
            "lg:[&_.embed-after]:w-[90%]"
          }
        >
          <Embed
            src={scheduler}
            title={frame}
            height={800}
            aside={
              <PriceList level="h2" heading={booking.card.prices} prices={pricesOfSessions()} />
            }
          >
            <Line line={dividerLine} className="h-8 max-w-full text-brass md:hidden" />
            <h2 className="display-2">{booking.card.heading}</h2>
            <p className="measure text-lg">{linked(booking.card.text)}</p>
          </Embed>
        </div>
      </div>
    </main>
  );
}
