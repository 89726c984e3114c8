/**
 * Copies the text. Where the browser does not let a page do that, what is shown is selected instead
 * for the reader to copy, and the answer is false.
 */
export async function copyText(text: string, shown: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return copySelection(text);
  }
}

/** The way of older browsers, and of pages without https. */
function copySelection(text: string): boolean {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  addEventListener("copy", give);
  try {
    return document.execCommand("copy");
  } finally {
    removeEventListener("copy", give);
  }
}
