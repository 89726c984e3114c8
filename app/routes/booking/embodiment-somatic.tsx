import { calendarUrls } from "#app/content/calendars.ts";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { metaOf } from "#app/routes/site/page-meta.ts";
import { BookingPage } from "./booking-page.tsx";
import { shortFooter } from "#app/routes/site/short-footer.ts";

export const handle = shortFooter;
export const meta = () => metaOf(pages.bookEmbodiment);

export default () => (
  <BookingPage copy={content().booking.embodiment} scheduler={calendarUrls().embodiment} />
);
