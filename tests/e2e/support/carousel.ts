import type { Locator, Page } from "@playwright/test";

export function testimonialRow(page: Page): Locator {
  return page
    .locator("section")
    .filter({ has: page.getByRole("button", { name: "Next testimonial" }) })
    .getByRole("list");
}

/** Which testimonial the row has come to rest on, counted from 0; null while it lies between two. */
export function slideShown(page: Page): Promise<number | null> {
  return testimonialRow(page).evaluate((track) => {
    const { left } = track.getBoundingClientRect();
    const index = Array.from(track.children).findIndex(
      (slide) => Math.abs(slide.getBoundingClientRect().left - left) < 1,
    );
    return index < 0 ? null : index;
  });
}
