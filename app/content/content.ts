import type { SiteWords } from "./documents.ts";
import type { PictureField } from "./fields.ts";
import type { PublicPage } from "./pages.ts";

export type UploadedPicture = {
  shape: PictureField["shape"];
  width: number;
  height: number;
  widths: readonly number[];
};

type Testimonial = SiteWords["testimonials"]["items"][number];

/** Without `consentedOn`, which only the owner reads. */
export type PublicWords = Omit<SiteWords, "testimonials"> & {
  readonly testimonials: { readonly items: readonly Omit<Testimonial, "consentedOn">[] };
};

export type Content = PublicWords & {
  readonly hidden: readonly PublicPage["key"][];
  readonly uploads: Readonly<Record<string, UploadedPicture>>;
  /** The names of the newsletters in the archive, newest first. */
  readonly letters: readonly string[];
  /** Her CV as a PDF: bytes, and when it was uploaded. */
  readonly cv: { readonly size: number; readonly at: string } | null;
};

export type ContentState = {
  content: Content;
  /** URL of the file from which a browser gets the same content. */
  url: string;
};

let current: ContentState | null = null;
let scoped: () => ContentState | undefined = () => undefined;

export function setContentState(state: ContentState): void {
  current = state;
}

/** `read` returns a state that overrides the current one, such as a draft's, or undefined. */
export function scopeContentState(read: () => ContentState | undefined): void {
  scoped = read;
}

export function contentState(): ContentState {
  const state = scoped() ?? current;
  // Read while modules load, the words would never change later.
  if (!state) throw new Error("The content was read before it was loaded.");
  return state;
}

/** Never call it while a module loads. */
export function content(): Content {
  return contentState().content;
}
