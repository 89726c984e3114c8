import { labelFrom, type NounWords, sayValue } from "#app/features/audit/changes.ts";
import { clockTime, isTimeOfDay } from "#app/values/time-of-day.ts";
import { bookingLabels, type BookingTexts } from "./booking-edits.ts";
import { amebStatusLabels } from "./model.ts";

const sayTime = (value: unknown) => {
  const text = sayValue(value);
  return isTimeOfDay(text) ? clockTime(text) : text;
};

const says: Partial<Record<keyof BookingTexts, (value: unknown) => string>> = {
  status: labelFrom(amebStatusLabels),
  rehearsalTime: sayTime,
  rehearsalMinutes: (value) => `${sayValue(value)} min`,
  serviceRequired: (value) => sayValue(value).replaceAll("\n", ", "),
};

export const bookingWords: NounWords = Object.fromEntries(
  Object.entries(bookingLabels).map(([name, label]) => {
    const say = says[name as keyof BookingTexts];
    return [name, { label, ...(say && { say }) }];
  }),
);
