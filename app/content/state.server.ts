import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import { href } from "react-router";
import {
  type Content,
  type ContentState,
  type PublicWords,
  scopeContentState,
  setContentState,
} from "./content.ts";
import { documentNames, siteDocuments, type SiteWords } from "./documents.ts";
import { fillIn, fillInsOf } from "./fill-ins.ts";
import { documentValues } from "./merge.ts";

/** Stored values by document name. */
export type Overrides = Readonly<Record<string, unknown>>;

/** With fill-ins not yet replaced. */
export function wordsOf(overrides: Overrides): SiteWords {
  return Object.fromEntries(
    documentNames.map((name) => [name, documentValues(siteDocuments[name], overrides[name])]),
  ) as SiteWords;
}

export function makeContentState(
  overrides: Overrides = {},
  uploads: Content["uploads"] = {},
): ContentState {
  const words = wordsOf(overrides);
  const content = { ...fillIn(publicWords(words), fillInsOf(words)), uploads };
  return { content, url: contentUrl(JSON.stringify(content)) };
}

function publicWords(words: SiteWords): PublicWords {
  const items = words.testimonials.items.map((testimonial) => {
    const { consentedOn: _, ...shown } = testimonial;
    return shown;
  });
  return { ...words, testimonials: { items } };
}

/** The name is a content hash, so browsers may cache the file for ever. */
function contentUrl(json: string): string {
  const file = `${hash("sha256", json, "base64url").slice(0, 22)}.json`;
  return href("/content/:file", { file });
}

const scope = new AsyncLocalStorage<ContentState>();

/** Within `read`, `content()` is that of `state`, whatever is public meanwhile. */
export function withContent<T>(state: ContentState, read: () => T): T {
  return scope.run(state, read);
}

/** Starts with the defaults. Call it once all modules are loaded. */
export function startContent(): void {
  scopeContentState(() => scope.getStore());
  setContentState(makeContentState());
}
