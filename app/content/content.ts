import type { SiteWords } from "./documents.ts";
import type { PictureField } from "./fields.ts";

/** The files that a browser may choose from. */
export type UploadedPicture = {
  shape: PictureField["shape"];
  width: number;
  height: number;
  widths: readonly number[];
};

type Testimonial = SiteWords["testimonials"]["items"][number];

/** The owner's words without what only she reads: when each testimonial's author agreed to it. */
export type PublicWords = Omit<SiteWords, "testimonials"> & {
  readonly testimonials: { readonly items: readonly Omit<Testimonial, "consentedOn">[] };
};

/** The owner's words as the public reads them, and the uploaded pictures that they name. */
export type Content = PublicWords & { readonly uploads: Readonly<Record<string, UploadedPicture>> };

export type ContentState = {
  content: Content;
  /** Of the file from which a browser gets the same content. */
  url: string;
};

let current: ContentState | null = null;
let scoped: () => ContentState | undefined = () => undefined;

/** What everything that is read, sent or drawn from now on says. */
export function setContentState(state: ContentState): void {
  current = state;
}

/** @param read the state that goes before the current one where it is set, such as that of a draft */
export function scopeContentState(read: () => ContentState | undefined): void {
  scoped = read;
}

export function contentState(): ContentState {
  const state = scoped() ?? current;
  // Read while modules load, words would stay as they were at the start.
  if (!state) throw new Error("The content was read before it was loaded.");
  return state;
}

/** The only way to read the owner's words, on the server and in the browser; never while a module loads. */
export function content(): Content {
  return contentState().content;
}
