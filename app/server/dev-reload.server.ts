type ReloadableApp = {
  open: () => Promise<{ startTasks: () => void }>;
  close: () => Promise<void>;
};

/** Closes the old app before it opens the new one; after a failure the next request tries again. */
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

  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = turn.then(action, action);
    turn = result;
    return result;
  }

  return { latest: () => inTurn(reload), close: () => inTurn(() => current.close()) };
}
