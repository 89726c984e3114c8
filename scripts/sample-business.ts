import { sampleWords } from "./sample-words.ts";

/** Business details that anyone may use as an example: nobody is to pay them. */
export const sampleSeller = {
  legalName: sampleWords.site.person,
  tradingName: sampleWords.site.brand,
  abn: "51824753556",
  postalAddress: "12 Sample Street\nToorak VIC 3142",
};

export const sampleAccount = { bsb: "063000", accountNumber: "12345678" };
