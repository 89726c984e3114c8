/*
 * Drawings that stand in for the owner's own photographs. Dropping a photograph of the same name
 * into `pictures/` replaces one; deleting its line here says that a drawing is to stay.
 */
export const samplePictures: readonly string[] = [
  "headshot", // sample
  "glimpse", // sample
  "about-breath", // sample
  "about-rehearsal", // sample
  "about-stage", // sample
  "about-lesson", // sample
  "live-garden", // sample
  "live-grand", // sample
  "live-hands", // sample
  "live-quartet", // sample
  "live-dusk", // sample
];
