export type Testimonial = { quote: string; author: string; title: string };

/** Samples, of nobody real, until the owner replaces them. */
export const testimonials: readonly Testimonial[] = [
  {
    quote:
      "I came for the high notes and left with the low ones, the quiet ones, and a way of " +
      "walking into the room.",
    author: "Priya N.",
    title: "Musical theatre singer",
  }, // sample
  {
    quote:
      "My daughter's exam felt like chamber music. She came out smiling before she knew the mark.",
    author: "Helen T.",
    title: "Parent of an exam student",
  }, // sample
  {
    quote:
      "She heard in four bars what I had been fighting for two years, and gave me " +
      "something to do about it.",
    author: "Marcus O.",
    title: "Jazz vocalist",
  }, // sample
  {
    quote: "I speak to boards for a living. Now I breathe first, and they wait for me.",
    author: "Dana W.",
    title: "Company director",
  }, // sample
  {
    quote:
      "The piano at our garden party was exactly as present as it should be. People " +
      "stopped talking, then talked better.",
    author: "Ros and Alec",
    title: "Live piano clients",
  }, // sample
  {
    quote: "Patient, funny, and terrifyingly accurate. My self-tapes have not been the same since.",
    author: "Jun K.",
    title: "Screen actor",
  }, // sample
];

/** Out of 5, for the structured data. */
export const rating = 5;
