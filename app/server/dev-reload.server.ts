type ReloadableApp = {
  open: () => Promise<{ startTasks: () => void }>;
  close: () => Promise<void>;
};

/**
 * A change in development evaluates modules again, and the new ones know nothing of what the old ones
 * had opened. So the old app is closed before the new one opens, while requests wait. When opening
 * fails, the next request tries again.
 */
export function followReloads<App extends ReloadableApp>(first: App, load: () => Promise<App>) {
  let current = first;
  let turn: Promise<unknown> = Promise.resolve();

  async function reload(): Promise<App> {
    const next = await load();
    if (next === current) return current;
    await current.close();
    const { startTasks } = await next.open();
    startTasks();
    current = next;
    return current;
  }

  /** Two apps must not be open at once. */
  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = turn.then(action, action);
    turn = result;
    return result;
  }

  return { latest: () => inTurn(reload), close: () => inTurn(() => current.close()) };
}
