type Texts = Readonly<Record<string, string>>;

/**
 * What a stale tab should show: what was typed in it, and elsewhere what stands now. `theirs`: what
 * another tab has saved where something else was typed.
 */
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
