import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { linked } from "#app/ui/linked.tsx";
import { subscribe, isAlreadyOnList } from "#app/features/newsletter/commands.server.tsx";
import { NewsletterForm, newsletterToasts } from "./newsletter-form.tsx";
import { answerForm } from "#app/features/intake/intake.server.ts";
import { newsletterSchema } from "#app/features/newsletter/schema.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import { sendWithToasts } from "#app/ui/form-toasts.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { Line } from "#app/ui/line.tsx";
import { introLine } from "#app/ui/line-paths.ts";
import { PageIntro, ShortPage } from "#app/ui/section.tsx";
import { shortFooter } from "#app/routes/site/short-footer.ts";
import type { Route } from "./+types/newsletter";

export const handle = shortFooter;
export const meta = () => privateMeta("Newsletter");
export const headers = () => ({ "X-Robots-Tag": "noindex" });

/** The footer's form posts here from every page. */
export function action({ request }: Route.ActionArgs) {
  const { already } = newsletterToasts;
  return answerForm(
    request,
    "newsletter",
    newsletterSchema,
    (tx, input, info) => subscribe(tx, input, info, { form: "footer", ...clientInfoOf(request) }),
    async (outcome) =>
      (await isAlreadyOnList(outcome))
        ? { ok: false, notice: already.title, detail: already.detail }
        : {},
  );
}

export const clientAction = sendWithToasts(() => newsletterToasts);

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <ShortPage full>
      <PageIntro
        eyebrow={content().site.newsletter.heading}
        heading="Letters, now and then"
        aside={<Line line={introLine} draw className="w-full text-brass" />}
      >
        <p>{linked(content().site.newsletter.text)}</p>
        <div className="w-full max-w-xl text-base">
          <NewsletterForm id="newsletter" action={href("/newsletter")} posted={actionData} />
        </div>
      </PageIntro>
    </ShortPage>
  );
}
