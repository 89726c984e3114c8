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
import { PageIntro, Section } from "#app/ui/section.tsx";
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
  const { heading, text, facts, enquire } = livePiano;
  return (
    <main>
      <PageIntro eyebrow={pages.livePiano.name} heading={heading} />
      <LiveGallery />
      <div className="wrap grid gap-10 py-14 lg:grid-cols-[1.2fr_1fr] lg:gap-16">
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
        <div className="flex max-w-2xl flex-col gap-6">
          <p className="measure text-lg">{enquire.text}</p>
          <EventEnquiryForm action={href("/live-piano-services")} posted={actionData} />
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            <a
              className="link"
              href={`mailto:${site.email}?subject=${encodeURIComponent("Live piano enquiry")}`}
            >
              {site.email}
            </a>
            <Anchor className="link" href={site.whatsapp.href}>
              WhatsApp {site.whatsapp.label}
            </Anchor>
          </p>
          <Link to={href("/")} prefetch="intent" className="button quiet self-start">
            Back to Home
          </Link>
        </div>
      </Section>
    </main>
  );
}
