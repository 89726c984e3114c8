const tones = {
  good: "border-good text-good",
  bad: "border-danger text-danger",
  waiting: "border-brass text-ink",
} as const;

export function Badge({ tone, children }: { tone: keyof typeof tones; children: string }) {
  return (
    <span
      className={`inline-block rounded-sm border px-2 py-0.5 text-sm font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
