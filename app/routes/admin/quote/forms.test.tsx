import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect } from "vitest";
import type { ComposerState } from "#app/features/email/model.ts";
import type { Quote } from "#app/features/quotes/model.ts";
import { dbTest } from "#tests/support/db.ts";
import { aSentQuote } from "#tests/support/quotes.ts";
import { SendQuoteForm } from "./forms.tsx";

function draw(quote: Quote, posted?: ComposerState): string {
  const email = { subject: "Your quote", body: "Hello", record: {} };
  const props = { quote, email, sendKey: "key", posted };
  const Page = createRoutesStub([
    { path: "/", Component: () => <SendQuoteForm sending="reminder" {...props} /> },
  ]);
  return renderToStaticMarkup(<Page />);
}

const isOpen = /<details[^>]* open=""/;

dbTest("the form of an email is closed until it is asked for", async ({ db }) => {
  expect(draw(await aSentQuote(db))).not.toMatch(isOpen);
});

dbTest("a message that wasn't sent stays in sight", async ({ db }) => {
  const values = { subject: "About Saturday", body: "My own words" };
  const failed: ComposerState = { ok: false, message: "Please try again in a moment.", values };
  const html = draw(await aSentQuote(db), failed);
  expect(html).toMatch(isOpen);
  expect(html).toContain("My own words");
});
