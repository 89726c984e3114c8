import { pages } from "#app/content/pages.ts";
import { projects } from "#app/content/projects.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { PageIntro } from "#app/ui/section.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.projects);

export default function ProjectsResources() {
  return (
    <main>
      <PageIntro eyebrow={pages.projects.name} heading={projects.heading}>
        <p>{projects.intro}</p>
      </PageIntro>
      <ul className="wrap grid gap-x-8 gap-y-12 py-8 sm:grid-cols-2 lg:grid-cols-3">
        {projects.cards.map(({ title, text, href, picture, alt }, index) => (
          <li key={title} className="group relative">
            <Picture
              name={picture}
              alt={alt}
              priority={index === 0}
              sizes="(min-width: 75rem) 22rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw"
              className="w-full rounded-sm"
            />
            <h2 className="display-3 mt-4 group-hover:text-accent">
              {/* The whole card is the link's target; its words are its name. */}
              <Anchor href={href} className="after:absolute after:inset-0">
                {title}
              </Anchor>
            </h2>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
