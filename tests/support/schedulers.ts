/* Preloaded into a site under test: its requests to the schedulers of the content go to SCHEDULERS_URL. */

const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!url.hostname.endsWith(".breath-and-key.example")) return fetch(input, init);
  return fetch(`${process.env.SCHEDULERS_URL}/${url.host}${url.pathname}${url.search}`, init);
};
