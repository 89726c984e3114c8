import { home } from "#app/content/home.ts";
import { testimonials } from "#app/content/testimonials.ts";
import { Carousel } from "#app/ui/carousel.tsx";

export function Testimonials() {
  return (
    <Carousel
      label="Testimonials"
      heading={home.testimonials.heading}
      noun="testimonial"
      slides={testimonials.map(({ quote, author, title }) => ({
        key: author,
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
