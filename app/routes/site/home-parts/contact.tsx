import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { ContactForm } from "#app/features/contact/contact-form.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Divider, Section } from "#app/ui/section.tsx";

export function Contact({ posted }: { posted: FormState | undefined }) {
  const { heading, text, ameb, amebLink } = content().home.contact;
  return (
    <>
      <Divider />
      <Section heading={heading} id="contact">
        <div className="grid gap-10 xl:grid-cols-[1fr_16rem]">
          <div className="flex max-w-xl flex-col gap-6">
            <p className="text-lg">{text}</p>
            <ContactForm action={`${href("/")}?index`} posted={posted} />
          </div>
          <aside className="flex flex-col items-start gap-4 border-t border-brass pt-5 xl:self-start">
            <p>{ameb}</p>
            <Link to={`${href("/ameb-accompanying")}#ameb-top`} className="button quiet">
              {amebLink}
            </Link>
          </aside>
        </div>
      </Section>
    </>
  );
}
