import { pages } from "#app/content/pages.ts";
import { storeContactMessage } from "#app/features/contact/commands.server.ts";
import { contactSchema } from "#app/features/contact/schema.ts";
import { contactToasts } from "#app/features/contact/contact-form.tsx";
import { answerForm } from "#app/features/intake/intake.server.ts";
import { withToasts } from "#app/ui/form-toasts.ts";
import { pageMeta } from "#app/ui/meta.ts";
import { origin } from "#app/document/origin.ts";
import {
  Audience,
  Expertise,
  Why,
  Testimonials,
  Contact,
  AboutSection,
  Choir,
  Glimpse,
  Resources,
} from "#app/routes/site/home-parts/sections.tsx";
import type { Route } from "./+types/home";
import { Hero } from "./home-parts/hero.tsx";
import { homeStructuredData } from "./structured-data.ts";

export function meta() {
  return [...pageMeta(pages.home), { "script:ld+json": homeStructuredData(origin()) }];
}

export function action({ request }: Route.ActionArgs) {
  return answerForm(request, "contact", contactSchema, storeContactMessage);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, contactToasts());
}

export default function Home({ actionData }: Route.ComponentProps) {
  return (
    <main>
      <Hero />
      <Expertise />
      <Why />
      <AboutSection />
      <Audience />
      <Glimpse />
      <Testimonials />
      <Choir />
      <Resources />
      <Contact posted={actionData} />
    </main>
  );
}
