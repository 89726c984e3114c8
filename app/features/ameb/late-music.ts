import { content } from "#app/content/content.ts";
import type { DraftTemplate } from "#app/features/email/model.ts";
import type { Day } from "#app/values/calendar.ts";
import type { AmebBooking } from "./model.ts";
import { musicDaysLate } from "./music.ts";

/** To begin an email from, while the sheet music is late; the owner types the fee. */
export function lateMusicTemplates(
  booking: AmebBooking,
  received: Day | null,
  today: Day,
): DraftTemplate[] {
  const isMissing = booking.music === "missing";
  const day = received ?? (isMissing ? today : null);
  if (booking.status === "cancelled" || !day || musicDaysLate(booking, day) === 0) return [];
  const { firstName } = content().site;
  const came = received
    ? "Thank you for the sheet music. It was due on {{sheet_music_due_date}}, so I have less time to learn it"
    : "The sheet music for the exam on {{exam_date}} was due on {{sheet_music_due_date}}, and I don't have it yet";
  return [
    {
      id: "late-fee",
      name: "Late fee",
      subject: "Sheet music for {{exam_board_grade}}: a late fee",
      body: `Hi {{first_name}},

${came}. I can still play for the exam, and I'll add a late fee of A$ to the invoice for the \
extra preparation.

If that's fine, there's nothing you need to do${received ? "" : " but send me the music today"}. If not, \
please reply before I begin.

Warmly,
${firstName}`,
    },
    {
      id: "cannot-accompany",
      name: "Can't accompany",
      subject: "I can't play for {{exam_board_grade}} on {{exam_date}}",
      body: `Hi {{first_name}},

I'm sorry: ${came.charAt(0).toLowerCase()}${came.slice(1)}, and there isn't enough time left to prepare \
it well. So I can't play for this exam, and you'll need another accompanist.

Your teacher may know someone. Please reply if there's anything I can help with.

Warmly,
${firstName}`,
    },
  ];
}
