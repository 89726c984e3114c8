import { useState } from "react";
import { links, navigation, site, socials } from "#app/content/site.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { melbourneDay } from "#app/values/calendar.ts";

export function SiteFooter() {
  // A page made at build may be a year old: the boot script puts the current one in.
  const [year] = useState(() => melbourneDay(new Date()).slice(0, 4));
  return (
    <footer className="mt-24 border-t border-line bg-raised">
      <div className="wrap grid gap-10 py-14 md:grid-cols-[2fr_1fr_1fr]">
        <div className="flex flex-col items-start gap-4">
          <Brand />
          <p className="measure text-soft">
            {site.role}. {site.place}.
          </p>
          <p>
            <a className="link" href={`mailto:${site.email}`}>
              {site.email}
            </a>
            <br />
            <Anchor className="link" href={site.whatsapp.href}>
              WhatsApp {site.whatsapp.label}
            </Anchor>
          </p>
        </div>
        <FooterList title="On this site" entries={[...navigation, { name: "Book a session", href: links.bookNow }]} />
        <FooterList title="Elsewhere" entries={socials} />
      </div>
      <p className="wrap border-t border-line py-6 text-base text-soft">
        ©{" "}
        <span data-year="" suppressHydrationWarning>
          {year}
        </span>{" "}
        {site.brand}
      </p>
    </footer>
  );
}

function FooterList({ title, entries }: { title: string; entries: readonly { name: string; href: string }[] }) {
  return (
    <nav aria-label={title}>
      <p className="eyebrow mb-3">{title}</p>
      <ul className="flex flex-col gap-2">
        {entries.map(({ name, href }) => (
          <li key={name}>
            <Anchor href={href} className="hover:text-accent">
              {name}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
