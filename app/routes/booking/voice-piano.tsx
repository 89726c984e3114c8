import { pages } from "#app/content/pages.ts";
import { booking } from "#app/content/projects.ts";
import { schedulers } from "#app/content/site.ts";
import { metaOf } from "#app/routes/site/page-meta.ts";
import { BookingPage } from "./booking-page.tsx";

export const meta = () => metaOf(pages.bookVoicePiano);

export default () => <BookingPage copy={booking.voicePiano} scheduler={schedulers.voicePiano} />;
