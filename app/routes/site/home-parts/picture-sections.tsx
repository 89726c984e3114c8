import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture } from "#app/ui/picture.tsx";

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
        className="py-14 lg:py-20"
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
      <PictureBeside heading={heading} paragraphs={[text]} picture={picture} className="py-12">
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
        className="py-14 lg:py-20"
      >
        <Link to={href("/projects-resources")} className="button quiet">
          {link}
        </Link>
      </PictureBeside>
    </section>
  );
}
