import { createContext, useContext } from "react";

/** What every page carries in its head, as text. */
export type InlineHead = {
  /** Allows exactly this answer's inline scripts and styles; pages rendered at build have none. */
  nonce?: string;
  webFonts: string;
  script: string;
  styles: string;
  /** Its URL, where it is not inlined. */
  stylesheet?: string;
  speculationRules: string;
  /** The page loads no scripts: all of its own stand in its text (plain-document.ts). */
  isPlain?: boolean;
  /** Of plain pages: gives the times in the visitor's time zone. */
  zoneScript?: string;
};

/**
 * Filled by the server only (entry.server.tsx), so that the texts are not part of the application's scripts a second
 * time. Hydration skips what the head of a page brought, and a redraw leaves it there.
 */
export const InlineHeadContext = createContext<InlineHead | null>(null);

export function InlineHeadElements() {
  const head = useContext(InlineHeadContext);
  if (!head) return null;
  const { nonce, webFonts, script, styles, stylesheet, speculationRules, isPlain } = head;
  const inline = (text: string) => ({
    nonce,
    dangerouslySetInnerHTML: { __html: text },
  });
  if (isPlain)
    return (
      <>
        <script {...inline(script)} />
        {/* The one that has a nonce and no name is cut to what the page uses. */}
        <style {...inline(styles + webFonts)} />
      </>
    );
  return (
    <>
      {/* With scripting the inline script switches the web fonts on after the first paint. */}
      <style id="web-fonts" media="(scripting: none)" {...inline(webFonts)} />
      <script {...inline(script)} />
      <style {...inline(styles)} />
      {stylesheet && <link rel="stylesheet" href={stylesheet} />}
      <script type="speculationrules" {...inline(speculationRules)} />
    </>
  );
}
