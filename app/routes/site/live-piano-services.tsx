import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { storeEventEnquiry } from "#app/features/events/commands.server.ts";
import { EventEnquiryForm } from "#app/features/events/event-enquiry-form.tsx";
import { eventEnquirySchema } from "#app/features/events/schema.ts";
import { eventToasts } from "#app/features/events/toasts.ts";
import { answerForm } from "#app/features/intake/answer.server.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { withToasts } from "#app/ui/form-toasts.ts";
import { Section } from "#app/ui/section.tsx";
import type { Route } from "./+types/live-piano-services";
import { LiveGallery } from "./live-gallery.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.livePiano);

export function action({ request }: Route.ActionArgs) {
  return answerForm(request, "event", eventEnquirySchema, storeEventEnquiry);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, eventToasts());
}

export default function LivePianoServices({ actionData }: Route.ComponentProps) {
  const { livePiano, site } = content();
  const { heading, from, text, facts, enquire } = livePiano;
  return (
    <main>
      <div className="wrap grid items-center gap-8 pt-10 lg:grid-cols-[1fr_1.35fr] lg:gap-16 lg:pt-14">
        <div className="flex flex-col items-start gap-5">
          <h1 className="display-page">{heading}</h1>
          <p className="display-3 font-display">{from}</p>
          <a href="#enquire" className="button">
            {enquire.heading}
          </a>
        </div>
        <LiveGallery />
      </div>
      <div className="wrap grid gap-10 py-14 lg:grid-cols-[1fr_1.35fr] lg:gap-16">
        <div className="measure flex flex-col gap-5 text-lg">
          {text.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </div>
        <div>
          <h2 className="display-3 mb-4">{facts.heading}</h2>
          <ul>
            {facts.items.map((item, index) => (
              <li key={index} className="border-t border-line py-3 text-soft">
                {item}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Section heading={enquire.heading} id="enquire" raised>
        <div className="grid gap-10 xl:grid-cols-[1fr_14rem]">
          <div className="flex max-w-2xl flex-col gap-6">
            <p className="measure text-lg">{enquire.text}</p>
            <EventEnquiryForm action={href("/live-piano-services")} posted={actionData} />
          </div>
          <aside className="flex flex-col items-start gap-3 border-t border-brass pt-5 xl:self-start">
            <p>Or reach me directly:</p>
            <a
              className="link"
              href={`mailto:${site.email}?subject=${encodeURIComponent("Live piano enquiry")}`}
            >
              {site.email}
            </a>
            <Anchor className="link" href={site.whatsapp.href}>
              WhatsApp {site.whatsapp.label}
            </Anchor>
            <Link to={href("/")} className="button quiet mt-2">
              Back to Home
            </Link>
          </aside>
        </div>
      </Section>
    </main>
  );
}
