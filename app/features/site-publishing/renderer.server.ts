import { AsyncLocalStorage } from "node:async_hooks";
import type { ContentState } from "#app/content/content.ts";
import { withContent } from "#app/content/state.server.ts";
import type { StaticFiles } from "#app/server/http/static-files.server.ts";

/** The server process, which this feature may not import. */
export type SiteHost = {
  siteUrl: string;
  render: (request: Request) => Promise<Response>;
  /** The page as built: default words and only the styles that it uses. */
  builtPage: (path: string) => string;
  /** Replaces the files that are sent beside those of the build. */
  serve: (files: StaticFiles) => void;
  /** A file that keeps what was compressed, for the next start. */
  keptPages?: string;
};

let host: SiteHost | null = null;
let renderInDevelopment: SiteHost["render"] | null = null;

/** Null, as in development: every page is rendered per request. */
export function useSiteHost(given: SiteHost | null): void {
  host = given;
}

export function useDevelopmentRenderer(render: SiteHost["render"]): void {
  renderInDevelopment = render;
}

export function siteHost(): SiteHost | null {
  return host;
}

const rendering = new AsyncLocalStorage<{ error?: unknown }>();

/** Returns true if {@link renderPage} is rendering: it then throws the error. */
export function keepRenderError(error: unknown): boolean {
  const current = rendering.getStore();
  if (current) current.error ??= error;
  return current !== undefined;
}

/** As the build renders it, still with the styles of the whole site. Throws on a render error. */
export async function renderPage(path: string, state: ContentState): Promise<string> {
  const render = host?.render ?? renderInDevelopment;
  if (!render) throw new Error("There is nothing to render pages with.");
  const failure: { error?: unknown } = {};
  // The build requests its pages with a trailing slash.
  const request = new Request(`http://localhost${path === "/" ? "" : path}/`);
  const response = await rendering.run(failure, () => withContent(state, () => render(request)));
  const html = await response.text();
  if (failure.error) throw failure.error;
  if (response.status !== 200) throw new Error(`The page answered ${response.status}.`);
  return html;
}
