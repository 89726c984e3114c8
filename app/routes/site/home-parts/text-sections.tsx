import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { Divider, Points, Section } from "#app/ui/section.tsx";

export function Expertise() {
  const { heading, cards, link } = content().home.expertise;
  return (
    <Section heading={heading}>
      <ul className="grid gap-x-10 md:grid-cols-3">
        {cards.map(({ title, text }, index) => (
          <li key={index} className="border-t border-brass pb-8 pt-5">
            <h3 className="display-3">
              <Link to={href("/coaching")} prefetch="intent" className="hover:text-accent">
                {title}
              </Link>
            </h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <Link to={href("/coaching")} prefetch="intent" className="link">
        {link}
      </Link>
    </Section>
  );
}

export function Why() {
  const { heading, points } = content().home.why;
  return (
    <div className="bg-raised">
      <Section heading={heading}>
        <ol className="grid gap-x-10 gap-y-8 md:grid-cols-2">
          {points.map(({ title, text }, index) => (
            <li key={index}>
              <h3 className="display-3">{title}</h3>
              <p className="mt-2 text-soft">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

export function AboutSection() {
  const { heading, text, link } = content().home.about;
  return (
    <Section heading={heading}>
      <div className="measure flex flex-col items-start gap-5 text-lg">
        {text.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
        <Link to={href("/coaching")} prefetch="intent" className="button quiet">
          {link}
        </Link>
      </div>
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
