/* Each list feeds its column's type, check and labels. A changed list needs a migration. */

export const messageStates = ["new", "answered", "archived"] as const;
export type MessageState = (typeof messageStates)[number];

export const amebStatuses = ["pending", "contacted", "booked", "cancelled"] as const;
export type AmebStatus = (typeof amebStatuses)[number];

export const examLevels = [1, 2, 3] as const;

/** Of an exam's sheet music; `marked` with the owner's own marks. */
export const musicStates = ["missing", "received", "marked"] as const;
export type MusicState = (typeof musicStates)[number];

export const musicFormats = ["pdf", "jpg"] as const;

/** What the owner presses on the day of an exam. */
export const examMarkKinds = ["arrived", "done"] as const;
export type ExamMark = (typeof examMarkKinds)[number];

/** In minutes. */
export const rehearsalLengths = [15, 30, 45] as const;

export const spamReasons = ["trap", "forged", "hasty", "links", "many"] as const;
export type SpamReason = (typeof spamReasons)[number];

export const importKinds = ["clients", "appointments", "subscribers"] as const;
export type ImportKind = (typeof importKinds)[number];

export const enquiryKinds = ["message", "event", "ameb"] as const;

export const quoteClosings = ["declined", "withdrawn", "replaced", "cancelled"] as const;

export const quoteEventKinds = [
  "sent",
  "viewed",
  "revised",
  "accepted",
  "rejected",
  "declined",
  "withdrawn",
  "replaced",
  "cancelled",
  "reopened",
] as const;

export const emailStates = ["queued", "sending", "sent", "captured", "failed", "expired"] as const;

export const subscriberStates = ["pending", "subscribed", "unsubscribed"] as const;

/** `none`: no Mailchimp key is set. */
export const mailchimpStates = ["none", "waiting", "done", "refused"] as const;

export const subscriberEventKinds = [
  "asked",
  "confirmed",
  "unsubscribed",
  "refused",
  "bounced",
  "released",
] as const;

/** `waiting`: until its time, and cancelled until then. `sent`: every reader's email was tried. */
export const mailingStates = ["draft", "waiting", "sending", "sent", "stopped"] as const;

export const newsletterSenders = ["site", "mailchimp"] as const;

export const subjectKinds = [
  "booking",
  "template",
  "quote",
  "message",
  "letter",
  "calendar",
  "records",
  "session",
  "invoice",
  "business",
  "statement",
  "words",
  "picture",
  "appointment",
  "service",
  "hours",
  "newsletter",
] as const;

export const pictureShapes = ["portrait", "landscape", "share", "wordmark", "symbol"] as const;
export type PictureShape = (typeof pictureShapes)[number];

export const pictureStates = ["waiting", "ready", "failed"] as const;

export const pictureFormats = ["avif", "webp", "jpg", "png"] as const;

export const invoiceKinds = ["deposit", "balance", "full", "other", "credit-note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Each kind has its own sequence of numbers. */
export const documentKinds = ["invoice", "credit-note"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const payIdKinds = ["email", "phone", "abn"] as const;
export type PayIdKind = (typeof payIdKinds)[number];

export const paymentMethods = ["payid", "bank-transfer", "card", "cash", "other"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** `called-off`: also when the price was lowered; `again`: it is to be paid again. */
export const refundPurposes = ["overpaid", "called-off", "again"] as const;
export type RefundPurpose = (typeof refundPurposes)[number];

export const reminderKinds = ["quote", "invoice", "appointment", "booking"] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** `skipped`: no longer wanted on its day, or too late. */
export const reminderStates = ["wanted", "sent", "skipped"] as const;

/** The owner names them; the name of each is in the addresses of its booking pages. */
export const ownKinds = ["session-1", "session-2", "session-3", "session-4"] as const;
export type OwnKind = (typeof ownKinds)[number];

export const serviceCategories = [
  "voice-piano",
  "embodiment",
  "presence",
  "audition-cut",
  "discovery",
  "ameb-rehearsal",
  ...ownKinds,
] as const;
export type ServiceCategory = (typeof serviceCategories)[number];

export const servicePlaces = ["studio", "online", "client"] as const;
export type ServicePlace = (typeof servicePlaces)[number];

export const timesOfDay = ["any", "morning", "afternoon", "evening"] as const;
export type PartOfDay = (typeof timesOfDay)[number];

/** Sessions cause `used` and `returned`, time `expired`, the owner the others. */
export const creditMoveKinds = [
  "bought",
  "used",
  "returned",
  "goodwill",
  "expired",
  "refunded",
] as const;
export type CreditMoveKind = (typeof creditMoveKinds)[number];

/** Event, exam and rehearsal follow their quote or AMEB booking. */
export const diaryKinds = ["appointment", "block", "away", "event", "exam", "rehearsal"] as const;
export type DiaryKind = (typeof diaryKinds)[number];

/** `held` while a card is paid, `requested` until confirmed; these and `booked` take up time. */
export const diaryStates = ["held", "requested", "booked", "cancelled", "done", "no-show"] as const;
export type DiaryState = (typeof diaryStates)[number];

export const diaryParties = ["client", "owner"] as const;

export const sessionInvoicings = ["off", "each", "monthly"] as const;
export type SessionInvoicing = (typeof sessionInvoicings)[number];

/** The card service's own states. */
export const openDisputes: readonly string[] = [
  "needs_response",
  "under_review",
  "warning_needs_response",
  "warning_under_review",
];

/** GST is counted when money moves (`cash`) or when an invoice is issued (`accrual`). */
export const gstBases = ["cash", "accrual"] as const;
export type GstBasis = (typeof gstBases)[number];

export const userRoles = ["user", "admin", "assistant", "viewer"] as const;

/** `aal2`: with a second factor. */
export const assuranceLevels = ["aal1", "aal2"] as const;
export type AssuranceLevel = (typeof assuranceLevels)[number];

export const factorTypes = ["totp", "phone"] as const;
export type FactorType = (typeof factorTypes)[number];
