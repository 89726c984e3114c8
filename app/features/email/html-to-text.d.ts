/* The package brings no types of its own. */
declare module "html-to-text" {
  export function compile(options: {
    wordwrap: false;
    selectors: object[];
  }): (html: string) => string;
}
