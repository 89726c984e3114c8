import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { amebRehearsals } from "#app/content/offers.ts";
import { pages } from "#app/content/pages.ts";
import { storeAmebEnquiry } from "#app/features/ameb/commands.server.ts";
import { AmebForm } from "#app/features/ameb/ameb-form.tsx";
import { nextSteps, amebToasts } from "#app/features/ameb/copy.ts";
import { amebSchema } from "#app/features/ameb/schema.ts";
import { answerForm } from "#app/features/intake/intake.server.ts";
import { withToasts } from "#app/ui/form-toasts.ts";
import { IntroPicture, PageIntro, Section } from "#app/ui/section.tsx";
import { melbourneDay } from "#app/values/calendar.ts";
import { formatPrice } from "#app/values/money.ts";
import type { Route } from "./+types/ameb-accompanying";
import { metaOf } from "./page-meta.ts";
import { PriceList } from "./price-list.tsx";

export const meta = () => metaOf(pages.ameb);

export function action({ request }: Route.ActionArgs) {
  return answerForm(request, "ameb", amebSchema, storeAmebEnquiry, (booking) => {
    if (!booking) return {};
    const { reply, steps } = nextSteps(booking, melbourneDay(booking.createdAt));
    return { detail: [reply, ...steps].join("\n") };
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, amebToasts());
}

export default function AmebAccompanying({ actionData }: Route.ComponentProps) {
  const { ameb, prices } = content();
  const { heading, intro, picture, examDay, rehearsals, location, note, enquire } = ameb;
  return (
    <main>
      <PageIntro
        heading={heading}
        id="ameb-top"
        wide
        aside={<IntroPicture {...picture} shape="landscape" />}
      >
        <p>{intro}</p>
        <a href="#ameb-booking-form" className="button">
          {enquire.heading}
        </a>
      </PageIntro>
      <div className="wrap grid items-start gap-10 pt-10 pb-16 md:grid-cols-2 lg:grid-cols-3 lg:gap-16">
        <div>
          <PriceList
            level="h2"
            heading={examDay.heading}
            prices={[{ label: examDay.unit, price: formatPrice(prices.ameb.examDay) }]}
          />
          <p className="mt-2 text-soft">{examDay.text}</p>
        </div>
        <div>
          <PriceList
            level="h2"
            heading={rehearsals.heading}
            prices={amebRehearsals(prices).map(({ minutes, price }) => ({
              label: `${minutes} min`,
              price: formatPrice(price),
            }))}
          />
          <p className="mt-2 text-soft">{rehearsals.text}</p>
        </div>
        <div className="grid gap-10 md:col-span-full md:grid-cols-2 lg:col-span-1 lg:grid-cols-1">
          {[location, note].map(({ heading: title, text }, index) => (
            <div key={index}>
              <h2 className="display-3 mb-3">{title}</h2>
              <p className="border-t border-line pt-3 text-soft">{text}</p>
            </div>
          ))}
        </div>
      </div>
      <Section heading={enquire.heading} id="ameb-booking-form" raised>
        <div className="flex max-w-2xl flex-col gap-10">
          <p className="measure text-lg">{enquire.text}</p>
          <AmebForm action={href("/ameb-accompanying")} posted={actionData} />
        </div>
      </Section>
    </main>
  );
}
