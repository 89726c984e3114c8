/* The package has no types of its own. */
declare module "html-to-text" {
  type Node = { children: Node[]; attribs: Record<string, string> };
  type Builder = {
    openBlock: (options: { leadingLineBreaks: number }) => void;
    closeBlock: (options: { trailingLineBreaks: number }) => void;
    addInline: (text: string, options?: { noWordTransform: boolean }) => void;
  };
  export type Formatter = (
    element: Node,
    walk: (children: Node[], builder: Builder) => void,
    builder: Builder,
  ) => void;
  export function compile(options: {
    wordwrap: false;
    formatters: Record<string, Formatter>;
    selectors: object[];
  }): (html: string) => string;
}
