import { content } from "#app/content/content.ts";
import { Carousel } from "#app/ui/carousel.tsx";

export function Testimonials() {
  const { home, testimonials } = content();
  const { items } = testimonials;
  if (items.length === 0) return null;
  return (
    <Carousel
      label="Testimonials"
      heading={home.testimonials.heading}
      noun="testimonial"
      slides={items.map(({ quote, author, title }, index) => ({
        key: String(index),
        content: (
          <div className="max-w-3xl border-l-2 border-brass pl-6">
            <blockquote className="font-display text-2xl leading-snug lg:text-4xl">
              “{quote}”
            </blockquote>
            <p className="mt-4 text-soft">
              {author}, {title}
            </p>
          </div>
        ),
      }))}
    />
  );
}
