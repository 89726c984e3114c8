import { sampleIdentity } from "../app/features/business/model.ts";
import { content } from "../app/content/content.ts";
import { startContent } from "../app/content/state.server.ts";
import { melbourneDay, msPerDay, wallTime } from "../app/values/calendar.ts";
import { toMinutes } from "../app/values/time-of-day.ts";
import { instantFrom } from "../app/values/wall-clock.ts";

startContent();

/** The words that the samples fit. */
export const sampleWords = content();

/** Business details that anyone may use as an example: nobody is to pay them. */
export const sampleSeller = {
  legalName: sampleWords.site.person,
  tradingName: sampleWords.site.brand,
  ...sampleIdentity,
};

export const sampleOwner = {
  email: "owner@breath-and-key.example",
  password: "a quiet recital room",
};

/** The demo's first start accepts it as its client would, so that its emails can be read. */
export const quoteToAccept = {
  clientName: "Saskia Brandt",
  clientEmail: "saskia@client.example",
};

/** Accepts it as a client does, on the site that runs: its emails lie in the folder, the invoice among them. */
export async function acceptSample(siteUrl: string, slug: string): Promise<void> {
  const response = await fetch(`${siteUrl}/functions/submit-quote-acceptance`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ slug, ...quoteToAccept }),
  });
  if (!response.ok) throw new Error(`The sample was not accepted: ${response.status}`);
}

const [opens, hours] = [9, 9];

/** The same order within a working day of Melbourne's, from 9:00 to 18:00. */
function inWorkingHours(instant: Date): Date {
  const minutes = toMinutes(wallTime(instant).slice(11, 16));
  return instantFrom(melbourneDay(instant), Math.floor(opens * 60 + (minutes * hours) / 24))!;
}

/** Days before `now`, at an hour at which people work. */
export function workingAgo(now: Date): (days: number) => Date {
  // Before noon the same hour of today may be still to come.
  const latest = inWorkingHours(now) <= now ? now.getTime() : now.getTime() - msPerDay;
  return (days) => inWorkingHours(new Date(latest - days * msPerDay));
}
