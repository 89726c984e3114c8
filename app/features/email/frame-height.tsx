/**
 * A sandboxed frame cannot be measured: the same text, unseen, is about as tall at every width. In
 * the email a fact or an amount takes more room than a line of text.
 */
export function FrameHeight({ children }: { children: string }) {
  return (
    <p
      aria-hidden="true"
      className="invisible max-w-xl px-4 pb-48 text-base whitespace-pre-line wrap-anywhere"
    >
      {children.replace(/^[^:\n]{1,40}: /gm, "\n$&")}
    </p>
  );
}
