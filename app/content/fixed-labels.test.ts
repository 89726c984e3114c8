import { expect, test } from "vitest";
import { makeContentState } from "./state.server.ts";

test.for([
  ["home.hero.button", "Book a Discovery Session"],
  ["home.about.link", "Explore My Full Approach"],
  ["home.glimpse.link", "View Full Bio"],
  ["home.contact.amebLink", "View AMEB Rates & Services"],
  ["about.approach.principles.thought.name", "THOUGHT"],
  ["about.approach.principles.intention.name", "INTENTION"],
  ["about.approach.principles.breath.name", "BREATH"],
  ["about.approach.principles.expression.name", "EXPRESSION"],
  ["coaching.heading", "Performance and Musicianship Coaching"],
  ["coaching.cards.voice.title", "Vocal Mastery"],
  ["coaching.cards.piano.title", "Piano and Musicianship"],
  ["coaching.cards.mindset.title", "Mindset and Performance"],
  ["coaching.cards.embodied.title", "Embodied Integration"],
  ["livePiano.enquire.heading", "Enquire now"],
  ["projects.cards.director.title", "Music Director & Pianist"],
  ["projects.cards.livePiano.title", "Live Piano Services"],
  ["projects.cards.ameb.title", "AMEB"],
  ["audition.when.value", "MON - FRI subject to availability"],
] as const)("%s says %j whatever is stored", ([path, label]) => {
  const names = path.split(".");
  const stored = names.reduceRight<unknown>((value, name) => ({ [name]: value }), "Other words");
  const { content } = makeContentState(stored as Record<string, unknown>);
  const read = (value: unknown, name: string) => (value as Record<string, unknown>)[name];
  expect(names.reduce<unknown>(read, content)).toBe(label);
});
