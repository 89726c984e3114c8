type Matches = {
  /** From an entry's position after to its position before. */
  pairs: ReadonlyMap<number, number>;
  added: readonly number[];
  removed: readonly number[];
  /** Positions after. */
  moved: ReadonlySet<number>;
};

/** Pairs equal entries first, then those that share most of their words. */
export function matchEntries(
  before: readonly unknown[],
  after: readonly unknown[],
  say: (entry: unknown) => string,
): Matches {
  const pairs = new Map<number, number>();
  const left = new Map(before.map((entry, index) => [index, JSON.stringify(entry)]));
  const pair = (at: number, earlier: number) => {
    pairs.set(at, earlier);
    left.delete(earlier);
  };
  for (const [at, entry] of after.entries()) {
    const key = JSON.stringify(entry);
    const equal = left.get(at) === key ? at : [...left].find(([, other]) => other === key)?.[0];
    if (equal !== undefined) pair(at, equal);
  }
  for (const [at, entry] of after.entries()) {
    if (pairs.has(at)) continue;
    const words = wordsOf(say(entry));
    const likest = [...left.keys()]
      .map((earlier) => ({ earlier, share: shareOf(words, wordsOf(say(before[earlier]))) }))
      .toSorted((a, b) => b.share - a.share)[0];
    if (likest && likest.share >= leastShare) pair(at, likest.earlier);
  }
  return {
    pairs,
    added: [...after.keys()].filter((at) => !pairs.has(at)),
    removed: [...left.keys()],
    moved: movedOf(pairs),
  };
}

const leastShare = 0.4;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}.]+/gu));

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared / Math.max(1, words.size + others.size - shared);
}

/** All but the longest run that kept its order, so that few entries count as moved. */
function movedOf(pairs: ReadonlyMap<number, number>): Set<number> {
  const inOrder = [...pairs].toSorted(([a], [b]) => a - b);
  const runs: number[][] = [];
  for (const [at, earlier] of inOrder) {
    const longest = runs
      .filter((run) => pairs.get(run.at(-1)!)! < earlier)
      .reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, at]);
  }
  const kept = runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
  return new Set(inOrder.map(([at]) => at).filter((at) => !kept.includes(at)));
}
