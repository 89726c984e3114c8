import { content } from "#app/content/content.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { testimonialRow } from "./support/carousel.ts";
import { expect, wideScreen, phone, test, webFontsShown, openAndMove } from "./support/fixtures.ts";

const { home, testimonials, site } = content();

/* What the home page says and where it leads (specification, section 2). */

test("the sections have the specified order, cards, testimonials and links", async ({ page }) => {
  await page.goto("/");
  const headings = await page.locator("main :is(h1, h2):visible").allTextContents();
  const {
    hero,
    expertise,
    why,
    about,
    audience,
    glimpse,
    testimonials: said,
    choir,
    resources,
    contact,
  } = home;
  expect(headings).toEqual([
    hero.headline,
    ...[expertise, why, about, audience, glimpse, said, choir, resources, contact].map(
      ({ heading }) => heading,
    ),
  ]);
  await expect(page.getByRole("button", { name: "Book a Discovery Session" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Portrait of/ })).toBeVisible();
  const section = (heading: string) =>
    page
      .locator("main section")
      .filter({ has: page.getByRole("heading", { name: heading, exact: true, level: 2 }) });
  await expect(section(home.expertise.heading).getByRole("heading", { level: 3 })).toHaveCount(3);
  await expect(section(home.why.heading).getByRole("heading", { level: 3 })).toHaveCount(4);
  await expect(section(home.audience.heading).getByRole("heading", { level: 3 })).toHaveCount(4);
  const slides = testimonialRow(page).getByRole("listitem");
  await expect(slides).toHaveCount(6);
  // The first one stands beside the portrait, and comes last here.
  const [first, ...others] = testimonials.items;
  await expect(slides).toContainText(
    [...others, first!].map(({ author, title }) => `${author}, ${title}`),
  );

  const main = page.getByRole("main");
  const expected: [string, string][] = [
    ...home.expertise.cards.map(({ title }): [string, string] => [title, "/coaching"]),
    ["Explore My Full Approach", "/coaching"],
    ["View Full Bio", "/about"],
    [home.resources.link, "/projects-resources"],
    ["View AMEB Rates & Services", "/ameb-accompanying#ameb-top"],
  ];
  for (const [name, target] of expected)
    await expect(main.getByRole("link", { name, exact: true })).toHaveAttribute("href", target);
  const elsewhere = main.getByRole("link", { name: choir.link });
  await expect(elsewhere).toHaveAttribute("href", site.links.choir);
  expect(new URL(site.links.choir).origin).not.toBe(new URL(page.url()).origin);
  await expect(elsewhere).toHaveAttribute("target", "_blank");
});

test("one testimonial stands by the headshot on wide screens only, and never over it", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto("/");
  await expect(page.locator("figcaption")).toBeHidden();
  await page.setViewportSize(wideScreen);
  await expect(page.locator("figcaption")).toBeVisible();
  const portrait = (await page.locator("figure img").boundingBox())!;
  const quote = (await page.locator("figcaption").boundingBox())!;
  expect(quote.y).toBeGreaterThan(portrait.y + portrait.height);
});

test("header and footer lead where they say, and Book Now opens the booking pages", async ({
  page,
}) => {
  await page.goto("/");
  const header = page.getByRole("navigation", { name: "Main", exact: true });
  const targets = await header
    .getByRole("listitem")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href")]));
  expect(targets).toEqual([
    ["Home", "/"],
    ["About", "/about"],
    ["Coaching", "/coaching"],
    ["Projects & Resources", "/projects-resources"],
    ["Contact", "/#contact"],
  ]);
  const footer = page.getByRole("contentinfo");
  for (const { name, href } of site.socials)
    await expect(footer.getByRole("link", { name: new RegExp(`^${name}\\b`) })).toHaveAttribute(
      "href",
      href,
    );
  await expect(footer.getByRole("link", { name: site.email })).toHaveAttribute(
    "href",
    `mailto:${site.email}`,
  );
  await expect(footer.getByRole("link", { name: /WhatsApp/ })).toHaveAttribute(
    "href",
    site.whatsapp.href,
  );
  await expect(
    footer.getByText(`© ${melbourneDay(new Date()).slice(0, 4)} ${site.brand}`),
  ).toBeVisible();
  await header.getByRole("link", { name: "Book Now" }).click();
  await expect(page).toHaveURL("/book");
  await expect(page.getByRole("heading", { name: "Book a session" })).toBeVisible();
});

test("a footer is at most 520 px high on a phone, and below a task has contact and privacy alone", async ({
  page,
  quote,
}) => {
  await page.setViewportSize(phone);
  for (const path of ["/", "/coaching"]) {
    await page.goto(path);
    await webFontsShown(page);
    const { height } = (await page.getByRole("contentinfo").boundingBox())!;
    expect(height, path).toBeLessThanOrEqual(520);
  }

  for (const path of [quote.link, "/book-voice-piano", "/book", "/newsletter"]) {
    await page.goto(path);
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: site.email })).toBeVisible();
    await expect(footer.getByRole("link", { name: "Privacy" })).toBeVisible();
    await expect(footer.locator("form, nav")).toHaveCount(0);
  }
});

test("the scroll-to-top button shows past 300 px only, and scrolls to the top", async ({
  page,
}) => {
  await openAndMove(page, "/");
  await webFontsShown(page);
  const button = page.getByRole("button", { name: "Scroll to top" });
  const scrollTo = (top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
  await scrollTo(301);
  await expect(button).toBeVisible();
  await scrollTo(300);
  await expect(button).toBeHidden();
  await scrollTo(2000);
  await button.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(button).toBeHidden();
});
