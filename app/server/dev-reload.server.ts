/** What a reload replaces: the exports of `process.server.ts`, evaluated anew. */
type ReloadableApp = { open: () => Promise<unknown>; close: () => Promise<void> };

/**
 * In development every change evaluates the changed modules again, and what they had open is lost
 * with their old selves. So the old app is closed before the new one opens; requests wait
 * meanwhile. Where opening fails, the next request tries again.
 */
export function followReloads<App extends ReloadableApp>(first: App, load: () => Promise<App>) {
  let current = first;
  let turn: Promise<unknown> = Promise.resolve();

  async function reload(): Promise<App> {
    const next = await load();
    if (next === current) return current;
    await current.close();
    await next.open();
    current = next;
    return current;
  }

  /** One after the other: two apps must not be open at once. */
  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = turn.then(action, action);
    turn = result;
    return result;
  }

  return { latest: () => inTurn(reload), close: () => inTurn(() => current.close()) };
}
