/*
 * Drawings to be replaced by the owner's photographs. A photograph of the same name in `pictures/`
 * replaces one; deleting its line here keeps the drawing.
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
