import { href } from "react-router";
import { bookingWords } from "#app/features/ameb/activity.ts";
import type { ActivityWords, SubjectUrl } from "#app/features/audit/model.ts";
import { messageWords } from "#app/features/contact/activity.ts";
import { diaryWords } from "#app/features/diary/activity.ts";
import { templateWords } from "#app/features/email/activity.ts";
import { businessWords } from "#app/features/invoices/business-words.ts";
import { invoiceWords } from "#app/features/invoices/activity.ts";
import { quoteWords } from "#app/features/quotes/activity.ts";

export const activityWords: ActivityWords = {
  quote: quoteWords,
  booking: bookingWords,
  message: messageWords,
  template: templateWords,
  business: businessWords,
  invoice: invoiceWords,
  appointment: diaryWords,
};

/** The page of what an entry is about; null where it has none. */
export const subjectUrl: SubjectUrl = (kind, id) => {
  if (kind === "words") return href("/admin/site/history");
  if (kind === "picture") return href("/admin/site/pictures");
  if (!id) return null;
  if (kind === "quote") return href("/admin/quotes/:id", { id });
  if (kind === "booking") return href("/admin/ameb-bookings/:id", { id });
  if (kind === "invoice") return href("/admin/money/invoices/:id", { id });
  if (kind === "statement") return href("/admin/money/import");
  if (kind === "message") return href("/admin/inbox/:id", { id });
  return kind === "letter" ? href("/admin/sent-mail/:id", { id }) : null;
};
