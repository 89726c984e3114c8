import type { Locator, Page } from "@playwright/test";
import { addDays, melbourneDay } from "#app/values/calendar.ts";

let families = 0;

/** When their exams are. */
export const examDate = addDays(melbourneDay(new Date()), 400);

/** Takes no time in the diary, so that any of them can be booked. */
export const undated = { examDate: "to be advised", examTime: "" };

/** An AMEB enquiry of a family that no other test knows, sent as the public form's own call. */
export async function sendEnquiry(
  page: Page,
  given: Record<string, unknown> = {},
): Promise<{ name: string; email: string }> {
  const number = `${Date.now()}${++families}`;
  const family = { name: `Family ${number}`, email: `family-${number}@school.example` };
  const answer = await page.request.post("/functions/send-ameb-booking-email", {
    data: {
      studentParentName: family.name,
      contactEmail: family.email,
      examDate,
      examTime: "10:40 am",
      examBoardGrade: "AMEB Grade 5 violin",
      teacherName: "J. Ferraro",
      serviceRequired: ["Both Exam Day & Rehearsal"],
      ...given,
    },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return family;
}

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ hasText: name });
export const dialog = (page: Page, name: string): Locator => page.getByRole("dialog", { name });
