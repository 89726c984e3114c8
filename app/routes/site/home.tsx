import { pages } from "#app/content/pages.ts";
import { storeContactMessage } from "#app/features/contact/commands.server.ts";
import { contactSchema } from "#app/features/contact/schema.ts";
import { contactToasts } from "#app/features/contact/toasts.ts";
import { answerForm } from "#app/features/intake/answer.server.ts";
import { withToasts } from "#app/ui/form-toasts.ts";
import { pageMeta } from "#app/ui/meta.ts";
import { origin } from "#app/document/origin.ts";
import type { Route } from "./+types/home";
import {
  About,
  Audience,
  Choir,
  Contact,
  Expertise,
  Glimpse,
  Hero,
  Resources,
  Why,
} from "./home-sections.tsx";
import { homeStructuredData } from "./structured-data.ts";
import { Testimonials } from "./testimonials.tsx";

export function meta() {
  return [...pageMeta(pages.home), { "script:ld+json": homeStructuredData(origin()) }];
}

export function action({ request }: Route.ActionArgs) {
  return answerForm(request, "contact", contactSchema, storeContactMessage);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, contactToasts);
}

export default function Home({ actionData }: Route.ComponentProps) {
  return (
    <main>
      <Hero />
      <Expertise />
      <Why />
      <About />
      <Audience />
      <Glimpse />
      <Testimonials />
      <Choir />
      <Resources />
      <Contact posted={actionData} />
    </main>
  );
}
