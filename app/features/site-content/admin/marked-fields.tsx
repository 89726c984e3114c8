import type { ReactNode } from "react";
import { useEditor } from "./editor-context.ts";

/** A text's control, with the fields that it names marked behind it. */
export function MarkedFields({ text, children }: { text: string; children: ReactNode }) {
  const { fillIns } = useEditor();
  const names = fillIns.map(({ name }) => name).filter((name) => text.includes(`{{${name}}}`));
  // What is in parentheses stays, as every second part.
  const field = new RegExp(`(\\{\\{(?:${names.join("|")})\\}\\})`);
  const parts = names.length > 0 ? text.split(field) : [];
  return (
    <span className="grid *:[grid-area:1/1]">
      <span aria-hidden="true" className={behindClass}>
        {parts.map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
            <mark key={index} className="rounded-sm bg-line box-decoration-clone text-transparent">
              {part}
            </mark>
          ),
        )}
      </span>
      {children}
    </span>
  );
}

/** In the letters and lines of the control. Without scripts it doesn't follow what is typed. */
const behindClass =
  "input block border-transparent wrap-break-word whitespace-pre-wrap text-transparent " +
  "[@media(scripting:none)]:*:opacity-0";
