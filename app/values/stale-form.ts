type Texts = Readonly<Record<string, string>>;

/** Keeps what was typed in a stale tab. `theirs`: what another tab saved in the same fields. */
export function mergeTexts<T extends Texts>(seen: T, typed: Texts, current: T) {
  const texts: T = { ...current };
  const theirs: Partial<T> = {};
  for (const name of Object.keys(current) as (keyof T & string)[]) {
    if (typed[name] === undefined || typed[name] === seen[name]) continue;
    texts[name] = typed[name] as T[typeof name];
    if (current[name] !== seen[name] && current[name] !== typed[name]) theirs[name] = current[name];
  }
  return { texts, theirs };
}

/** The texts that a form was opened with, as it posts them; null for what is none. */
export function readSeen<T>(json = "", read: (values: never) => T): T | null {
  try {
    return read(JSON.parse(json) as never);
  } catch {
    return null;
  }
}
