import { AsyncLocalStorage } from "node:async_hooks";
import type { ContentState } from "#app/content/content.ts";
import { withContent } from "#app/content/state.server.ts";
import type { StaticFiles } from "#app/server/http/static-files.server.ts";

/** The process, which this feature may not import. */
export type SiteHost = {
  siteUrl: string;
  /** The framework's own handler, for a page that is the same for every visitor. */
  render: (request: Request) => Promise<Response>;
  /** The page of the build, with the default words and only the styles that it uses. */
  builtPage: (path: string) => string;
  /** Sends these files from now on, beside those of the build. */
  serve: (files: StaticFiles) => void;
};

let host: SiteHost | null = null;
let renderInDevelopment: SiteHost["render"] | null = null;

/** Without one, as in development, every page is rendered for its request. */
export function useSiteHost(given: SiteHost | null): void {
  host = given;
}

/** For previews where there is no host. */
export function useDevelopmentRenderer(render: SiteHost["render"]): void {
  renderInDevelopment = render;
}

export function siteHost(): SiteHost | null {
  return host;
}

const rendering = new AsyncLocalStorage<{ error?: unknown }>();

/** Returns whether the error is that of a page rendered by {@link renderPage}, which then throws it. */
export function keepRenderError(error: unknown): boolean {
  const current = rendering.getStore();
  if (current) current.error ??= error;
  return current !== undefined;
}

/** A public page that says `state`, as the build renders it; its styles are still those of the whole site. */
export async function renderPage(path: string, state: ContentState): Promise<string> {
  const render = host?.render ?? renderInDevelopment;
  if (!render) throw new Error("There is nothing to render pages with.");
  const failure: { error?: unknown } = {};
  // The build asks for its pages with a slash at the end.
  const request = new Request(`http://localhost${path === "/" ? "" : path}/`);
  const response = await rendering.run(failure, () => withContent(state, () => render(request)));
  const html = await response.text();
  if (failure.error) throw failure.error;
  if (response.status !== 200) throw new Error(`The page answered ${response.status}.`);
  return html;
}
