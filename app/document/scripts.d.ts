/** A module as the text of a classic script; see vite.config.ts. */
declare module "*?script" {
  const text: string;
  export default text;
}

interface Document {
  /** Made ready ahead and not shown yet; undefined where the browser does not do so. */
  readonly prerendering?: boolean;
}
