import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { CardLink } from "#app/ui/card-link.tsx";
import { Divider, Points, Section } from "#app/ui/section.tsx";
import { Carousel } from "#app/ui/carousel.tsx";
import { ContactForm } from "#app/features/contact/contact-form.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";

export function Expertise() {
  const { heading, cards, link } = content().home.expertise;
  return (
    <Section heading={heading}>
      <ul>
        {cards.map(({ title, text }, index) => (
          <li
            key={index}
            className="group relative items-baseline gap-x-10 border-t border-brass py-5 md:grid-cols-2 lg:grid"
          >
            <h3 className="display-3">
              <CardLink href={href("/coaching")}>{title}</CardLink>
            </h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <Link to={href("/coaching")} className="link">
        {link}
      </Link>
    </Section>
  );
}

export function Why() {
  const { heading, points } = content().home.why;
  return (
    <Section heading={heading} raised>
      <ol className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {points.map(({ title, text }, index) => (
          <li key={index}>
            <h3 className="display-3">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function Audience() {
  const { heading, cards } = content().home.audience;
  return (
    <>
      <Divider />
      <Section heading={heading}>
        <Points points={cards} />
      </Section>
    </>
  );
}

function PictureBeside({
  heading,
  paragraphs,
  picture,
  wordsFirst = false,
  className,
  children,
}: {
  heading: string;
  paragraphs: readonly string[];
  picture: { name: string; alt: string };
  wordsFirst?: boolean;
  className: string;
  children: ReactNode;
}) {
  return (
    <div className={`wrap grid items-center gap-8 md:grid-cols-2 lg:gap-16 ${className}`}>
      <Picture
        {...picture}
        sizes="(min-width: 75rem) 34rem, (min-width: 48rem) 46vw, 92vw"
        className="aspect-3/2 w-full rounded-sm object-cover"
      />
      <div className={`flex flex-col items-start gap-6 ${wordsFirst ? "md:order-first" : ""}`}>
        <h2 className="display-2">{heading}</h2>
        {paragraphs.map((paragraph, index) => (
          <p key={index} className="measure text-lg">
            {paragraph}
          </p>
        ))}
        {children}
      </div>
    </div>
  );
}

export function AboutSection() {
  const { heading, text, link, picture } = content().home.about;
  return (
    <section>
      <PictureBeside
        heading={heading}
        paragraphs={text}
        picture={picture}
        wordsFirst
        className="py-10 lg:py-20"
      >
        <Link to={href("/coaching")} className="button quiet">
          {link}
        </Link>
      </PictureBeside>
    </section>
  );
}

export function Glimpse() {
  const { heading, text, link, picture } = content().home.glimpse;
  return (
    <section>
      <PictureBeside heading={heading} paragraphs={[text]} picture={picture} className="pb-8">
        <Link to={href("/about")} className="link">
          {link}
        </Link>
      </PictureBeside>
    </section>
  );
}

export function Choir() {
  const { home, site } = content();
  const { heading, text, link, picture } = home.choir;
  if (!site.links.choir) return null;
  return (
    <section className="bg-raised">
      <PictureBeside heading={heading} paragraphs={[text]} picture={picture} className="py-10">
        <Anchor href={site.links.choir} className="button">
          {link}
        </Anchor>
      </PictureBeside>
    </section>
  );
}

export function Resources() {
  const { heading, text, link, picture } = content().home.resources;
  return (
    <section>
      <PictureBeside
        heading={heading}
        paragraphs={[text]}
        picture={picture}
        wordsFirst
        className="py-10 lg:py-20"
      >
        <Link to={href("/projects-resources")} className="button quiet">
          {link}
        </Link>
      </PictureBeside>
    </section>
  );
}

/** At this size a straight apostrophe is visible. */
export const inQuotationMarks = (text: string) => `“${text.replaceAll("'", "’")}”`;

export function Testimonials() {
  const { home, testimonials } = content();
  // The first is already beside the portrait.
  const [first, ...others] = testimonials.items;
  if (!first) return null;
  const items = [...others, first];
  return (
    <Carousel
      label="Testimonials"
      heading={home.testimonials.heading}
      noun="testimonial"
      slides={items.map(({ quote, author, title }, index) => ({
        key: String(index),
        content: (
          <div className="border-l-2 border-brass pl-6">
            <blockquote className="font-display text-2xl leading-snug text-balance lg:text-4xl">
              {inQuotationMarks(quote)}
            </blockquote>
            <p className="mt-4 text-soft">{`${author}, ${title}`}</p>
          </div>
        ),
      }))}
    />
  );
}

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
