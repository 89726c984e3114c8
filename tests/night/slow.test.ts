import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { send } from "#tests/support/request.ts";
import { storeForTest, startForTest } from "#tests/support/test-site.ts";

/* Clients that are slow on purpose are sent away in time. */

/** Begins a request and adds a byte a second; answers with the seconds until the site has had enough. */
function dawdle(siteUrl: string, beginning: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(new URL(siteUrl).port), "127.0.0.1", () =>
      socket.write(beginning),
    );
    const drip = setInterval(() => socket.write("a"), 1_000);
    // Whether it is told so or cut off does not matter; that it is over does.
    socket
      .on("error", () => {})
      .on("data", () => {})
      .on("close", () => {
        clearInterval(drip);
        resolve((performance.now() - began) / 1_000);
      });
  });
}

const head = "POST /?index HTTP/1.1\r\nHost: localhost\r\n";

test("900 clients that finish no headers, no body or send nothing are cut off in time, and delay nobody", async () => {
  const store = await storeForTest("postgres");
  const site = await startForTest(store.dataDir, store.settings);
  const body = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n";
  const slow = [head, head + body, ""].map((beginning) =>
    Promise.all(Array.from({ length: 300 }, () => dawdle(site.url, beginning))),
  );
  const times: number[] = [];
  for (let turn = 0; turn < 50; turn++) {
    const asked = performance.now();
    expect((await send(site.url, "/about")).status).toBe(200);
    times.push(performance.now() - asked);
  }
  expect(times.toSorted((a, b) => a - b)[48]!).toBeLessThan(1_000);
  const longest = (await Promise.all(slow)).map((seconds) => Math.max(...seconds));
  for (const [kind, deadline] of [12, 23, 23].entries())
    expect(longest[kind]).toBeLessThan(deadline);
});
