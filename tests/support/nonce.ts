/** A page or its policy without the nonce, which is another one in every answer. */
export function withoutNonce(text: string): string {
  return text.replace(/(?<=\bnonce="|'nonce-)[\w+/=]{24}/g, "");
}
