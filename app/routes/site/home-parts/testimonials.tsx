import { content } from "#app/content/content.ts";
import { Carousel } from "#app/ui/carousel.tsx";

/** At this size a straight apostrophe is visible. */
export const inQuotationMarks = (text: string) => `“${text.replaceAll("'", "’")}”`;

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
