/* Waiting for something to become so, woken by whoever changes it: nothing here looks at a clock but the patience. */

export type Watch = {
  /** Makes everybody who waits look again. */
  changed: () => void;
  /** It can never come any more. */
  over: () => void;
  /**
   * Waits until `look` answers something; `otherwise` says what was there instead when patience or
   * the thing itself ends.
   */
  until: <T>(look: () => T | null, otherwise: () => string, patience?: number) => Promise<T>;
};

export function createWatch(): Watch {
  const waiting = new Set<{ look: () => void; give: (up: string) => void }>();
  let ended = false;
  return {
    changed: () => waiting.forEach(({ look }) => look()),
    over() {
      ended = true;
      waiting.forEach(({ give }) => give("it ended"));
    },
    until: (look, otherwise, patience = 30_000) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => one.give(`${patience} ms went by`), patience);
        const done = () => {
          clearTimeout(late);
          waiting.delete(one);
        };
        const one = {
          look() {
            const found = look();
            if (found === null) return;
            done();
            resolve(found);
          },
          give(up: string) {
            done();
            reject(new Error(`${otherwise()} (${up})`));
          },
        };
        waiting.add(one);
        one.look();
        if (ended) one.give("it ended");
      }),
  };
}
