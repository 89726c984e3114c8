declare module "*?script" {
  const text: string;
  export default text;
}

interface Document {
  /** Undefined in browsers without speculation rules. */
  readonly prerendering?: boolean;
}
