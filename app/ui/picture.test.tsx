import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import { Picture } from "./picture.tsx";

const id = "11111111-1111-4111-8111-111111111111";
const uploads = {
  [id]: { shape: "portrait", width: 800, height: 1000, widths: [360, 480, 720] },
} as const;
const draw = (name: string) =>
  withContent(makeContentState({}, uploads), () =>
    renderToStaticMarkup(<Picture name={name} alt="Imogen at the piano" sizes="50vw" />),
  );

test("a drawing comes in the widths that it has", () => {
  expect(draw("headshot")).toContain("/pictures/headshot-360.avif 360w, /pictures/headshot-480");
});

test("an uploaded picture comes in the widths that it has", () => {
  const html = draw(id);
  expect(html).toContain(`/media/${id}-360.avif 360w, /media/${id}-480.avif 480w`);
  expect(html).toContain(`src="/media/${id}-720.webp" width="800" height="1000"`);
});

test("a picture that is not there has a placeholder in its place", () => {
  expect(draw("22222222-1111-4111-8111-111111111111")).toContain('src="/pictures/placeholder.svg"');
});
