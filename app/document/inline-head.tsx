import { createContext, useContext } from "react";

export type InlineHead = {
  /** For the policy of this response; prerendered pages have none. */
  nonce?: string;
  webFonts: string;
  script: string;
  styles: string;
  /** URL of the stylesheet if it is not inlined. */
  stylesheet?: string;
  speculationRules: string;
  /** The page loads no scripts, only inline ones (plain-document.ts). */
  isPlain?: boolean;
  /** Plain pages only: shows times in the visitor's time zone. */
  zoneScript?: string;
};

/** Only the server fills it, so the client's scripts lack the texts; hydration and redraws leave the elements. */
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
        {/* The style with a nonce and no id is cut to what the page uses. */}
        <style {...inline(styles + webFonts)} />
      </>
    );
  return (
    <>
      {/* With scripting the inline script turns the web fonts on after the first paint. */}
      <style id="web-fonts" media="(scripting: none)" {...inline(webFonts)} />
      <script {...inline(script)} />
      <style {...inline(styles)} />
      {stylesheet && <link rel="stylesheet" href={stylesheet} />}
      <script type="speculationrules" {...inline(speculationRules)} />
    </>
  );
}
