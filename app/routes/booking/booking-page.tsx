import { content } from "#app/content/content.ts";
import { PriceList } from "#app/routes/site/price-list.tsx";
import { Embed } from "#app/ui/embed.tsx";
import { Line } from "#app/ui/line.tsx";
import { dividerLine } from "#app/ui/line-paths.ts";
import { IntroLine, PageIntro } from "#app/ui/section.tsx";
import { formatPrice } from "#app/values/money.ts";

export function BookingPage({
  copy: { heading, intro, frame },
  scheduler,
}: {
  copy: { heading: string; intro: string; frame: string };
  scheduler: string;
}) {
  const { booking, prices } = content();
  return (
    <main>
      <PageIntro heading={heading} aside={<IntroLine />}>
        <p>{intro}</p>
      </PageIntro>
      <div className="wrap">
        <div className="border border-line">
          <Embed
            src={scheduler}
            title={frame}
            height={800}
            aside={
              <PriceList
                level="h2"
                heading={booking.card.prices}
                prices={prices.coachingSessions.map(({ minutes, price }) => ({
                  label: `${minutes} min`,
                  price: formatPrice(price),
                }))}
              />
            }
          >
            <Line line={dividerLine} className="h-8 max-w-full text-brass md:hidden" />
            <h2 className="display-2">{booking.card.heading}</h2>
            <p className="measure text-lg">{booking.card.text}</p>
          </Embed>
        </div>
      </div>
    </main>
  );
}
