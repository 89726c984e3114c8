import { useState } from "react";
import { href, Link, useLocation } from "react-router";
import { calendarUrls } from "#app/content/calendars.ts";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { navigation } from "#app/content/navigation.ts";
import { NewsletterForm } from "#app/features/newsletter/newsletter-form.tsx";
import { Anchor } from "#app/ui/anchor.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { Line } from "#app/ui/line.tsx";
import { emptyLine } from "#app/ui/line-paths.ts";
import { melbourneDay } from "#app/values/calendar.ts";

export function SiteFooter() {
  const { brand, role, place, email, whatsapp, newsletter, socials } = content().site;
  const isNewsletterPage = useLocation().pathname.startsWith(href("/newsletter"));
  // A prerendered page may be a year old: the inline script corrects it.
  const [year] = useState(() => melbourneDay(new Date()).slice(0, 4));
  return (
    <footer className="mt-24 border-t border-line bg-raised">
      {!isNewsletterPage && (
        <div className="wrap grid gap-x-16 gap-y-6 border-b border-line py-14 md:grid-cols-2">
          <div>
            <h2 className="display-3 mb-3">{newsletter.heading}</h2>
            <p className="measure text-soft">{newsletter.text}</p>
            <Line line={emptyLine} className="-ml-1 mt-8 hidden w-56 text-brass md:block" />
          </div>
          <NewsletterForm id="footer" action={href("/newsletter")} />
        </div>
      )}
      <div className="wrap grid gap-10 py-14 md:grid-cols-[2fr_1fr_1fr]">
        <div className="flex flex-col items-start gap-4">
          <Brand />
          <p className="measure text-soft">
            {role}. {place}.
          </p>
          <p>
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
            <br />
            <Anchor className="link" href={whatsapp.href}>
              WhatsApp {whatsapp.label}
            </Anchor>
          </p>
        </div>
        <FooterList
          title="On this site"
          entries={[...navigation, { name: "Book a session", href: calendarUrls().bookNow }]}
        />
        <FooterList title="Elsewhere" entries={socials} />
      </div>
      <p className="wrap border-t border-line py-6 text-base text-soft">
        ©{" "}
        <span data-year="" suppressHydrationWarning>
          {year}
        </span>{" "}
        {brand} ·{" "}
        <Link className="link" to={href("/privacy")} prefetch="intent">
          {pages.privacy.name}
        </Link>
      </p>
    </footer>
  );
}

function FooterList({
  title,
  entries,
}: {
  title: string;
  entries: readonly { name: string; href: string }[];
}) {
  return (
    <nav aria-label={title}>
      <p className="eyebrow mb-3">{title}</p>
      <ul className="flex flex-col gap-2">
        {entries.map(({ name, href: url }, index) => (
          <li key={index}>
            <Anchor href={url} className="hover:text-accent">
              {name}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
