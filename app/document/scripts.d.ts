/** A module as the text of a classic script; see inline-script-plugin.ts. */
declare module "*?script" {
  const text: string;
  export default text;
}

interface Document {
  /** Undefined in browsers that know no speculation rules. */
  readonly prerendering?: boolean;
}
