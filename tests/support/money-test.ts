import { embeddedOnly, onBothDatabases } from "./db.ts";
import { theBusiness } from "./factories.ts";

export const moneyOnBothDatabases = onBothDatabases.extend<{ $test: { business: void } }>({
  business: [
    async ({ db }, use) => {
      await theBusiness(db);
      await use();
    },
    { auto: true },
  ],
});

/** As `dbTest`, with the details of a business that issues invoices. */
export const moneyTest = embeddedOnly(moneyOnBothDatabases);
