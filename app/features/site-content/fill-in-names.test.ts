import { expect, test } from "vitest";
import { documentNames, siteDocuments } from "#app/content/documents.ts";
import { wordsForm, wordsTexts } from "#tests/support/words-forms.ts";
import { fillInName, withFillInKeys, withFillInNames } from "./field-text.ts";
import { checkWords, knownFillIns, readWords } from "./words-form.server.ts";

const { home } = siteDocuments;

test("every fill-in of every page has a name of its own, which leads back to its key", () => {
  const keys = [...new Set(documentNames.flatMap(knownFillIns))];
  expect(new Set(keys.map(fillInName)).size).toBe(keys.length);
  for (const key of keys) {
    const named = withFillInNames(`From {{${key}}}!`);
    expect(named).toBe(`From {{${fillInName(key)}}}!`);
    expect(named).not.toContain(`{{${key}}}`);
    expect(withFillInKeys(named)).toBe(`From {{${key}}}!`);
  }
});

test("a form shows names and stores keys, of which either may be typed", () => {
  const texts = wordsTexts(home, home.default);
  expect(texts["hero.intro"]).toContain("I'm {{Your first name}}, a");
  expect(texts["hero.portrait.alt"]).toBe("Portrait of {{Your name}} at sunset");
  const typed = {
    "hero.headline": "{{Your name}}, {{first_name}}",
    "hero.portrait.alt": "{{Deposit}}",
  };
  const values = readWords(home, wordsForm({ ...texts, ...typed }));
  expect(values).toMatchObject({
    hero: {
      headline: "{{your_name}}, {{first_name}}",
      intro: home.default.hero.intro,
      portrait: { alt: "{{deposit_percent}}" },
    },
  });
});

test("a key or a name is filled in with blanks around it too", () => {
  expect(withFillInKeys("{{ Deposit }}, {{ deposit_percent }} and {{ Nobody }}")).toBe(
    "{{deposit_percent}}, {{deposit_percent}} and {{ Nobody }}",
  );
});

test("a name of another document is refused by what was typed", () => {
  const context = { fillIns: knownFillIns("home"), uploads: {}, today: "2026-11-22" } as const;
  const values = readWords(home, wordsForm({ "hero.headline": "{{Enquiries kept}}" }));
  expect(checkWords(home, values, context)).toMatchObject({
    errors: {
      "hero.headline": expect.stringMatching(/^\{\{Enquiries kept\}\} can't be filled in/),
    },
  });
});

test("what can't be filled in stays as it was typed, and is refused by that name", () => {
  const typed = "Hi {{Your frist name}}, {{ Nobody }}";
  const values = readWords(home, wordsForm({ "hero.headline": typed }));
  expect(values).toMatchObject({ hero: { headline: typed } });
  const context = { fillIns: knownFillIns("home"), uploads: {}, today: "2026-11-22" } as const;
  expect(checkWords(home, values, context)).toMatchObject({
    errors: {
      "hero.headline": expect.stringMatching(/^\{\{Your frist name\}\} can't be filled in/),
    },
  });
});

test("a text's length is that of what is stored, whatever its fill-ins are called", () => {
  const full = `{{email}}${"a".repeat(81)}`;
  const context = { fillIns: knownFillIns("home"), uploads: {}, today: "2026-11-22" } as const;
  const values = readWords(home, wordsForm({ "hero.headline": withFillInNames(full) }));
  expect(checkWords(home, values, context)).toMatchObject({ ok: true });
});
