import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { linked } from "#app/ui/linked.tsx";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Divider, Points, Section, CardLink } from "#app/ui/section.tsx";
import { Carousel } from "#app/ui/carousel.tsx";
import { ContactForm } from "#app/features/contact/contact-form.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import { DialogButton, CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { Line } from "#app/ui/line.tsx";
import { heroLine } from "#app/ui/line-paths.ts";
import { X } from "#app/ui/icons.gen.tsx";
import { calendarUrls } from "#app/content/calendars.ts";
import { Embed } from "#app/ui/embed.tsx";

export function Expertise() {
  const { heading, cards, link } = content().home.expertise;
  const coaching = linkTo(pages.coaching);
  return (
    <Section heading={heading}>
      <ul>
        {cards.map(({ title, text, to }, index) => (
          <li
            key={index}
            className="group relative items-baseline gap-x-10 border-t border-brass py-5 md:grid-cols-2 lg:grid"
          >
            <h3 className="display-3">
              <CardTitle href={to || coaching}>{title}</CardTitle>
            </h3>
            <p className="mt-2 text-soft">{linked(text)}</p>
          </li>
        ))}
      </ul>
      {coaching && (
        <Link to={coaching} className="link">
          {link}
        </Link>
      )}
    </Section>
  );
}

const CardTitle = ({ href: url, children }: { href: string | null; children: string }) =>
  url ? <CardLink href={url}>{children}</CardLink> : children;

export function Why() {
  const { heading, points } = content().home.why;
  return (
    <Section heading={heading} raised>
      <ol className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {points.map(({ title, text }, index) => (
          <li key={index}>
            <h3 className="display-3">{title}</h3>
            <p className="mt-2 text-soft">{linked(text)}</p>
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
            {linked(paragraph)}
          </p>
        ))}
        {children}
      </div>
    </div>
  );
}

export function AboutSection() {
  const { heading, text, link, picture } = content().home.about;
  const coaching = linkTo(pages.coaching);
  return (
    <section>
      <PictureBeside
        heading={heading}
        paragraphs={text}
        picture={picture}
        wordsFirst
        className="py-10 lg:py-20"
      >
        {coaching && (
          <Link to={coaching} className="button quiet">
            {link}
          </Link>
        )}
      </PictureBeside>
    </section>
  );
}

export function Glimpse() {
  const { heading, text, link, picture } = content().home.glimpse;
  const about = linkTo(pages.about);
  return (
    <section>
      <PictureBeside heading={heading} paragraphs={[text]} picture={picture} className="pb-8">
        {about && (
          <Link to={about} className="link">
            {link}
          </Link>
        )}
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
  const projects = linkTo(pages.projects);
  if (!projects) return null;
  return (
    <section>
      <PictureBeside
        heading={heading}
        paragraphs={[text]}
        picture={picture}
        wordsFirst
        className="py-10 lg:py-20"
      >
        <Link to={projects} className="button quiet">
          {link}
        </Link>
      </PictureBeside>
    </section>
  );
}

/** At this size a straight apostrophe is visible. */
const inQuotationMarks = (text: string) => `“${text.replaceAll("'", "’")}”`;

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
  const amebTop = linkTo(pages.ameb, "ameb-top");
  return (
    <>
      <Divider />
      <Section heading={heading} id="contact">
        <div className="grid gap-10 xl:grid-cols-[1fr_16rem]">
          <div className="flex max-w-xl flex-col gap-6">
            <p className="text-lg">{linked(text)}</p>
            <ContactForm action={`${href("/")}?index`} posted={posted} />
          </div>
          {amebTop && (
            <aside className="flex flex-col items-start gap-4 border-t border-brass pt-5 xl:self-start">
              <p>{ameb}</p>
              <Link to={amebTop} className="button quiet">
                {amebLink}
              </Link>
            </aside>
          )}
        </div>
      </Section>
    </>
  );
}

export function Hero() {
  const { home, testimonials, visibility, booking } = content();
  const discovers = booking.kinds.discovery.shown;
  const { eyebrow, headline, intro, button, portrait } = home.hero;
  const [overlay] = visibility.home.testimonials ? testimonials.items : [];
  return (
    <section className="relative overflow-clip pb-40 pt-10 md:pb-[calc(20vw+6rem)] lg:pt-16">
      <Line
        line={heroLine}
        draw
        cropped
        className={
          "pointer-events-none absolute bottom-0 h-[max(22vw,min(33vw,9rem))] w-full text-brass"
        }
      />
      <div className="wrap relative grid items-center gap-10 md:grid-cols-[1.25fr_1fr] lg:gap-16">
        <div className="flex flex-col items-start gap-6">
          <p className="eyebrow">{eyebrow}</p>
          <h1 className="display-1">{headline}</h1>
          <p className="measure text-lg text-balance">{linked(intro)}</p>
          {discovers ? (
            <DialogButton opens={discoveryDialogId} className="button">
              {button}
            </DialogButton>
          ) : (
            <Anchor href={calendarUrls().bookNow} className="button">
              Book Now
            </Anchor>
          )}
        </div>
        <figure className="relative w-full max-w-sm md:ml-auto lg:max-w-md">
          <Picture
            {...portrait}
            sizes="(min-width: 64rem) 28rem, (min-width: 30rem) 24rem, 90vw"
            priority
            className="aspect-[4/5] w-full rounded-sm object-cover"
          />
          {overlay && (
            <figcaption className="absolute top-full mt-6 hidden border-l-2 border-brass pl-5 text-base xl:block">
              <blockquote className="font-display text-xl leading-snug text-balance">
                {inQuotationMarks(overlay.quote)}
              </blockquote>
              <p className="mt-2 text-soft">{`${overlay.author}, ${overlay.title}`}</p>
            </figcaption>
          )}
        </figure>
      </div>
      {discovers && <DiscoveryDialog label={button} />}
    </section>
  );
}

const discoveryDialogId = "discovery-dialog";

export function DiscoveryDialog({ label }: { label: string }) {
  const { booking } = content();
  return (
    <Dialog
      id={discoveryDialogId}
      label={label}
      className="m-auto w-[min(40rem,calc(100vw-1.5rem))] rounded-sm border border-line bg-surface"
    >
      {(opened) => (
        <>
          <div className="flex items-center justify-between gap-4 border-b border-line py-2 pl-5 pr-2 md:pl-10">
            {/* The font's capitals are above the middle of the line. */}
            <h2 className="display-3 mt-1">{label}</h2>
            <CloseButton closes={discoveryDialogId}>
              <X />
              <span className="sr-only">Close</span>
            </CloseButton>
          </div>
          <Embed
            src={calendarUrls().discovery}
            title="Calendar: 30-minute discovery session"
            height={600}
            wanted={opened}
          >
            <p className="measure text-lg">{linked(booking.card.discovery)}</p>
          </Embed>
        </>
      )}
    </Dialog>
  );
}
