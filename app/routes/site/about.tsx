import { Link } from "react-router";
import { content } from "#app/content/content.ts";
import { linked } from "#app/ui/linked.tsx";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { Carousel } from "#app/ui/carousel.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Divider, IntroPicture, PageIntro, Section } from "#app/ui/section.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.about);

export default function About() {
  const { heading, intro, portrait, background, gallery, approach, coachingLink } = content().about;
  const coaching = linkTo(pages.coaching);
  return (
    <main>
      <PageIntro
        eyebrow={pages.about.name}
        heading={heading}
        aside={<IntroPicture {...portrait} shape="portrait" />}
      >
        <p>{linked(intro)}</p>
      </PageIntro>
      <Section heading={background.heading}>
        <div className="measure flex flex-col gap-5 text-lg">
          {background.paragraphs.map((paragraph, index) => (
            <p key={index}>{linked(paragraph)}</p>
          ))}
        </div>
      </Section>
      <Carousel
        label="Pictures"
        heading={gallery.heading}
        noun="picture"
        // Wide screens show whole pictures: one cut at the text's edge would look like a mistake.
        slideClass="basis-3/4 md:basis-[calc((100%-1.5rem)/2)]"
        slides={gallery.pictures.map(({ name, alt }, index) => ({
          key: String(index),
          content: (
            <Picture
              name={name}
              alt={alt}
              sizes="(min-width: 75rem) 36rem, (min-width: 48rem) 45vw, 70vw"
              className="aspect-[4/5] w-full rounded-sm object-cover"
            />
          ),
        }))}
      />
      <Divider />
      <Section heading={approach.heading} id="embodied-approach">
        <p className="measure text-lg">{linked(approach.intro)}</p>
        <ol className="mt-10 grid gap-x-10 sm:grid-cols-2">
          {Object.values(approach.principles).map(({ name, text }, index) => (
            <li key={index} className="border-t border-brass pb-10 pt-5">
              <h3 className="font-display text-3xl tracking-wide">{name}</h3>
              <p className="mt-2 text-soft">{linked(text)}</p>
            </li>
          ))}
        </ol>
        {coaching && (
          <Link to={coaching} className="button quiet">
            {coachingLink}
          </Link>
        )}
      </Section>
    </main>
  );
}
