const tones = {
  good: "border-good/35 bg-good/10 text-good",
  bad: "border-danger/35 bg-danger/10 text-danger",
  waiting: "border-brass/60 bg-brass/15 text-ink",
  quiet: "border-line bg-raised text-soft",
} as const;

const badgeClass =
  "inline-flex items-baseline gap-1.5 rounded-full border px-2.5 py-px " +
  "text-sm font-semibold whitespace-nowrap";

export type Tone = keyof typeof tones;

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`${badgeClass} ${tones[tone]}`}>
      <span
        aria-hidden="true"
        className={`size-1.5 self-center rounded-full ${tone === "waiting" ? "bg-brass" : "bg-current"}`}
      />
      {children}
    </span>
  );
}
