import { sampleWords } from "./sample-words.ts";

/** Business details that anyone may use as an example: nobody is to pay them. */
export const sampleSeller = {
  legalName: sampleWords.site.person,
  tradingName: sampleWords.site.brand,
  abn: "51824753556",
  postalAddress: "12 Sample Street\nToorak VIC 3142",
};

export const sampleAccount = { bsb: "063000", accountNumber: "12345678" };

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
