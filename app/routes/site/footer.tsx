import { useState } from "react";
import { href } from "react-router";
import { calendarUrls } from "#app/content/calendars.ts";
import { content } from "#app/content/content.ts";
import { navigation, pagesLeftAlone } from "#app/content/navigation.ts";
import { ownNumber } from "#app/content/own-number.ts";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { NewsletterForm } from "#app/routes/newsletter/newsletter-form.tsx";
import { Anchor, SiteLink } from "#app/ui/anchor.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { melbourneDay } from "#app/values/calendar.ts";
import { useIsTask } from "./short-footer.ts";

export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-line bg-raised text-base">
      {!useIsTask() && <NewsletterAndLinks />}
      <Essentials />
    </footer>
  );
}

function NewsletterAndLinks() {
  const { newsletter, socials } = content().site;
  const [, ...belowHome] = navigation();
  return (
    <div
      className={
        "wrap grid grid-cols-2 gap-x-10 gap-y-4 border-b border-line py-5 " +
        "md:grid-cols-[2fr_1fr_1fr] md:py-12 lg:gap-x-16"
      }
    >
      <div className="col-span-2 md:col-span-1">
        <h2 className="display-3 mb-4 max-md:hidden">{newsletter.heading}</h2>
        <NewsletterForm id="footer" action={href("/newsletter")} />
        {content().letters.length > 0 && (
          <p className="mt-2">
            <SiteLink className="link tall" to={href("/letters")}>
              Past letters
            </SiteLink>
          </p>
        )}
      </div>
      <FooterList
        title="On this site"
        entries={[
          ...belowHome,
          ...pagesLeftAlone(),
          { name: "Book a session", href: calendarUrls().bookNow },
        ]}
      />
      {socials.length > 0 && <FooterList title="Elsewhere" entries={socials} />}
    </div>
  );
}

type FooterListProps = { title: string; entries: readonly { name: string; href: string }[] };

function FooterList({ title, entries }: FooterListProps) {
  return (
    <nav aria-label={title}>
      <p className="eyebrow mb-2 max-md:hidden">{title}</p>
      <ul>
        {entries.map(({ name, href: url }, index) => (
          <li key={index}>
            <Anchor href={url} className="inline-block py-1 hover:text-accent">
              {name}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Essentials({ narrow = false }: { narrow?: boolean }) {
  const { brand, email } = content().site;
  const number = ownNumber();
  const privacy = linkTo(pages.privacy);
  // A prerendered page may be a year old: the inline script corrects it.
  const [year] = useState(() => melbourneDay(new Date()).slice(0, 4));
  return (
    <div className={`wrap flex flex-wrap items-center gap-x-5 py-4 ${narrow ? "max-w-3xl!" : ""}`}>
      <Brand size="footer" />
      <p>
        ©{" "}
        <span data-year="" suppressHydrationWarning>
          {year}
        </span>{" "}
        {brand}
        {privacy && (
          <>
            {" ·"}{" "}
            <SiteLink className="link tall" to={privacy}>
              {pages.privacy.name}
            </SiteLink>
          </>
        )}
      </p>
      {/* On the right only where the scroll-to-top button is beside it, not over it. */}
      <p className="max-md:basis-full min-[86rem]:ml-auto">
        <a className="link tall" href={`mailto:${email}`}>
          {email}
        </a>
        {number && (
          <>
            {" · "}
            <Anchor className="link tall" href={number.href}>
              {number.name}
              {!narrow && <span className="max-lg:hidden"> {number.label}</span>}
            </Anchor>
          </>
        )}
      </p>
    </div>
  );
}
