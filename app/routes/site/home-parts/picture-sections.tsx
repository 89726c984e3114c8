import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture } from "#app/ui/picture.tsx";

/** Without padding of its own: the sections around it have enough. */
export function Glimpse() {
  const { heading, text, link, picture } = content().home.glimpse;
  return (
    <section className="wrap grid items-center gap-8 lg:grid-cols-[1.4fr_1fr] lg:gap-16">
      <Picture
        {...picture}
        sizes="(min-width: 75rem) 40rem, (min-width: 64rem) 55vw, 92vw"
        className="w-full rounded-sm"
      />
      <div className="flex flex-col items-start gap-6">
        <h2 className="display-2">{heading}</h2>
        <p className="measure text-lg">{text}</p>
        <Link to={href("/about")} prefetch="intent" className="link">
          {link}
        </Link>
      </div>
    </section>
  );
}

export function Choir() {
  const { home, site } = content();
  const { heading, text, link, picture } = home.choir;
  if (!site.links.choir) return null;
  return (
    <section className="bg-raised">
      <div className="wrap grid items-center gap-8 py-12 lg:grid-cols-[1fr_1fr] lg:gap-16">
        <div className="flex flex-col items-start gap-6 lg:order-2">
          <h2 className="display-2">{heading}</h2>
          <p className="measure text-lg">{text}</p>
          <Anchor href={site.links.choir} className="button">
            {link}
          </Anchor>
        </div>
        <Picture
          {...picture}
          sizes="(min-width: 75rem) 35rem, (min-width: 64rem) 46vw, 92vw"
          className="w-full rounded-sm"
        />
      </div>
    </section>
  );
}

export function Resources() {
  const { heading, text, link, picture } = content().home.resources;
  return (
    <section className="wrap grid items-center gap-8 py-14 lg:grid-cols-[1fr_1.2fr] lg:gap-16 lg:py-20">
      <div className="flex flex-col items-start gap-6">
        <h2 className="display-2">{heading}</h2>
        <p className="measure text-lg">{text}</p>
        <Link to={href("/projects-resources")} prefetch="intent" className="button quiet">
          {link}
        </Link>
      </div>
      <Picture
        {...picture}
        sizes="(min-width: 75rem) 38rem, (min-width: 64rem) 50vw, 92vw"
        className="w-full rounded-sm"
      />
    </section>
  );
}
