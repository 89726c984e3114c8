/** Returns false and selects `shown` for the reader to copy where the browser refuses. */
export async function copyText(text: string, shown: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return copySelection(text);
  }
}

/** For older browsers and for pages without https. */
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
