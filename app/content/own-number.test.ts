import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { CallMe } from "#app/ui/my-email.tsx";
import { Essentials } from "#app/routes/site/footer.tsx";
import { siteDocuments } from "./documents.ts";
import { ownNumber } from "./own-number.ts";
import { makeContentState, withContent } from "./state.server.ts";

const { default: site } = siteDocuments.site;
const having = <T>(whatsapp: { label: string; href: string }, read: () => T) =>
  withContent(makeContentState({ site: { ...site, whatsapp } }), read);
const pages = () =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(Essentials), createElement(CallMe)),
  );

test("a number without WhatsApp is one to call", () => {
  const phone = { label: "0491 570 156", href: "" };
  expect(having(phone, ownNumber)).toEqual({ ...phone, name: "Phone", href: "tel:0491570156" });
  expect(having(phone, pages)).not.toContain("WhatsApp");
});

test("without a number nothing speaks of one, and sentences say where to write", () => {
  const none = { label: "", href: "" };
  expect(having(none, ownNumber)).toBeNull();
  const html = having(none, pages);
  expect(html).not.toMatch(/tel:|WhatsApp|Phone/);
  expect(html).toContain("write to ");
});
