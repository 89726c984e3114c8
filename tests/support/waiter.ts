type Waiter = {
  /** Makes everybody who waits check again. */
  notify: () => void;
  /** Makes everybody who still waits fail: no change can come any more. */
  end: () => void;
  /** Waits until `find` returns something; `describe` says what was there instead, for the error. */
  until: <T>(find: () => T | null, describe: () => string, timeout?: number) => Promise<T>;
};

/** Waits for conditions without polling: whoever changes something calls `notify`. */
export function createWaiter(): Waiter {
  const waiting = new Set<{ check: () => void; fail: (reason: string) => void }>();
  let ended = false;
  return {
    notify: () => waiting.forEach(({ check }) => check()),
    end() {
      ended = true;
      waiting.forEach(({ fail }) => fail("it ended"));
    },
    until: (find, describe, timeout = 60_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => one.fail(`${timeout} ms went by`), timeout);
        const done = () => {
          clearTimeout(timer);
          waiting.delete(one);
        };
        const one = {
          check() {
            const found = find();
            if (found === null) return;
            done();
            resolve(found);
          },
          fail(reason: string) {
            done();
            reject(new Error(`${describe()} (${reason})`));
          },
        };
        waiting.add(one);
        one.check();
        if (ended) one.fail("it ended");
      }),
  };
}
