import { X } from "lucide-react";
import { Link } from "react-router";
import { home } from "#app/content/home.ts";
import { links, site } from "#app/content/site.ts";
import { testimonials } from "#app/content/testimonials.ts";
import { ContactForm } from "#app/features/contact/contact-form.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { CloseButton, Dialog, DialogButton } from "#app/ui/dialog.tsx";
import { Embed } from "#app/ui/embed.tsx";
import { Line } from "#app/ui/line.tsx";
import { heroLine } from "#app/ui/line-paths.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Divider, Section } from "#app/ui/section.tsx";

const discovery = "discovery-dialog";

export function Hero() {
  const { eyebrow, headline, intro, button } = home.hero;
  const [overlay] = testimonials;
  return (
    <section className="relative overflow-clip pb-28 pt-10 md:pb-[calc(20vw+1.5rem)] lg:pt-16">
      <Line
        line={heroLine}
        draw
        className="pointer-events-none absolute bottom-0 left-1/2 w-full min-w-3xl -translate-x-1/2 text-brass"
      />
      <div className="wrap relative grid items-center gap-10 md:grid-cols-[1.25fr_1fr] lg:gap-16">
        <div className="flex flex-col items-start gap-6">
          <p className="eyebrow">{eyebrow}</p>
          <h1 className="display-1">{headline}</h1>
          <p className="measure text-lg">{intro}</p>
          <DialogButton opens={discovery} className="button">
            {button}
          </DialogButton>
        </div>
        <figure className="relative w-full max-w-sm md:ml-auto lg:max-w-md">
          <Picture
            name="headshot"
            alt={`Portrait of ${site.person} beside a lamp`}
            sizes="(min-width: 64rem) 28rem, (min-width: 30rem) 24rem, 90vw"
            priority
            className="aspect-[4/5] w-full rounded-sm object-cover"
          />
          {overlay && (
            <figcaption className="absolute -bottom-6 -left-16 hidden max-w-80 border-l-2 border-brass bg-surface p-5 text-base xl:block">
              <blockquote className="font-display text-xl leading-snug">
                “{overlay.quote}”
              </blockquote>
              <p className="mt-2 text-soft">
                {overlay.author}, {overlay.title}
              </p>
            </figcaption>
          )}
        </figure>
      </div>
      <Dialog
        id={discovery}
        label={button}
        className="m-auto w-[min(56rem,calc(100vw-1.5rem))] rounded-sm border border-line bg-surface"
      >
        {(opened) => (
          <>
            <div className="flex items-center justify-between gap-4 border-b border-line py-2 pl-5 pr-2">
              <h2 className="display-3">{button}</h2>
              <CloseButton closes={discovery}>
                <X aria-hidden="true" />
                <span className="sr-only">Close</span>
              </CloseButton>
            </div>
            {opened && (
              <Embed
                src={links.discovery}
                title="Calendar: 30-minute discovery session"
                height={600}
              />
            )}
            <p className="px-5 py-3 text-base">
              <Anchor className="link" href={links.discovery}>
                Open the 30-minute calendar in a new tab
              </Anchor>
            </p>
          </>
        )}
      </Dialog>
    </section>
  );
}

export function Expertise() {
  const { heading, cards, link } = home.expertise;
  return (
    <Section heading={heading}>
      <ul className="grid gap-x-10 md:grid-cols-3">
        {cards.map(({ title, text }) => (
          <li key={title} className="border-t border-brass pb-8 pt-5">
            <h3 className="display-3">
              <Link to="/coaching" prefetch="intent" className="hover:text-accent">
                {title}
              </Link>
            </h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <Link to="/coaching" prefetch="intent" className="link">
        {link}
      </Link>
    </Section>
  );
}

export function Why() {
  const { heading, points } = home.why;
  return (
    <div className="bg-raised">
      <Section heading={heading}>
        <ol className="grid gap-x-10 gap-y-8 md:grid-cols-2">
          {points.map(({ title, text }) => (
            <li key={title}>
              <h3 className="display-3">{title}</h3>
              <p className="mt-2 text-soft">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

export function About() {
  const { heading, text, link } = home.about;
  return (
    <Section heading={heading}>
      <div className="measure flex flex-col items-start gap-5 text-lg">
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Link to="/coaching" prefetch="intent" className="button quiet">
          {link}
        </Link>
      </div>
    </Section>
  );
}

export function Audience() {
  const { heading, cards } = home.audience;
  return (
    <>
      <Divider />
      <Section heading={heading}>
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {cards.map(({ title, text }) => (
            <li key={title} className="border-t border-line pb-7 pt-5">
              <h3 className="display-3">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** The space above and below it is its neighbours'. */
export function Glimpse() {
  const { heading, text, link } = home.glimpse;
  return (
    <section className="wrap grid items-center gap-8 lg:grid-cols-[1.4fr_1fr] lg:gap-16">
      <Picture
        name="glimpse"
        alt="An upright piano by a window over terrace roofs at dusk, a cup of tea on its lid"
        sizes="(min-width: 75rem) 40rem, (min-width: 64rem) 55vw, 92vw"
        className="w-full rounded-sm"
      />
      <div className="flex flex-col items-start gap-6">
        <h2 className="display-2">{heading}</h2>
        <p className="measure text-lg">{text}</p>
        <Link to="/about" prefetch="intent" className="link">
          {link}
        </Link>
      </div>
    </section>
  );
}

export function Choir() {
  const { heading, text, link } = home.choir;
  return (
    <section className="bg-raised">
      <div className="wrap grid items-center gap-8 py-12 lg:grid-cols-[1fr_1fr] lg:gap-16">
        <div className="flex flex-col items-start gap-6 lg:order-2">
          <h2 className="display-2">{heading}</h2>
          <p className="measure text-lg">{text}</p>
          <Anchor href={links.choir} className="button">
            {link}
          </Anchor>
        </div>
        <Picture
          name="choir"
          alt="People singing together under strings of lights"
          sizes="(min-width: 75rem) 35rem, (min-width: 64rem) 46vw, 92vw"
          className="w-full rounded-sm"
        />
      </div>
    </section>
  );
}

export function Resources() {
  const { heading, text, link } = home.resources;
  return (
    <section className="wrap grid items-center gap-8 py-14 lg:grid-cols-[1fr_1.2fr] lg:gap-16 lg:py-20">
      <div className="flex flex-col items-start gap-6">
        <h2 className="display-2">{heading}</h2>
        <p className="measure text-lg">{text}</p>
        <Link to="/projects-resources" prefetch="intent" className="button quiet">
          {link}
        </Link>
      </div>
      <Picture
        name="resources"
        alt="Sheet music, headphones and a metronome on a desk"
        sizes="(min-width: 75rem) 38rem, (min-width: 64rem) 50vw, 92vw"
        className="w-full rounded-sm"
      />
    </section>
  );
}

export function Contact({ posted }: { posted: FormState | undefined }) {
  const { heading, text, ameb, amebLink } = home.contact;
  return (
    <>
      <Divider />
      <Section heading={heading} id="contact">
        <div className="grid gap-10 xl:grid-cols-[1fr_16rem]">
          <div className="flex max-w-xl flex-col gap-6">
            <p className="text-lg">{text}</p>
            <ContactForm action="/?index#contact" posted={posted} />
          </div>
          <aside className="flex flex-col items-start gap-4 border-t border-brass pt-5 xl:self-start">
            <p>{ameb}</p>
            <Link to="/ameb-accompanying#ameb-top" prefetch="intent" className="button quiet">
              {amebLink}
            </Link>
          </aside>
        </div>
      </Section>
    </>
  );
}
