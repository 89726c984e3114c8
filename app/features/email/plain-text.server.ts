import { compile, type Formatter } from "html-to-text";

/* `data-text`: a `group` is one paragraph, a `pair` `Label: value`, a `button` label and link. */

const block = (leadingLineBreaks: number, trailingLineBreaks = leadingLineBreaks) => ({
  format: "block",
  options: { leadingLineBreaks, trailingLineBreaks },
});

const pair: Formatter = (row, walk, builder) => {
  const [label, value] = row.children;
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(label!.children, builder);
  builder.addInline(": ");
  walk(value!.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const button: Formatter = (link, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(link.children, builder);
  builder.addInline(`: ${link.attribs.href}`, { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const line: Formatter = (row, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  for (const cell of row.children) walk(cell.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const heading = { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 };

/** Compiled once: compiling takes longer than applying the rules. */
const convert = compile({
  wordwrap: false,
  formatters: { pair, button, line },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: "h1", options: heading },
    { selector: "h2", options: heading },
    { selector: "h3", options: heading },
    { selector: "td", ...block(1) },
    { selector: '[data-text="group"]', ...block(2) },
    { selector: '[data-text="pair"]', format: "pair" },
    { selector: '[data-text="line"]', format: "line" },
    { selector: '[data-text="button"]', format: "button" },
    { selector: '[data-text="label"]', format: "inline" },
  ],
});

export const toPlainText = (html: string): string => `${convert(html).trim()}\n`;
