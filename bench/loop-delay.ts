import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/*
 * Preloaded into a measured site: at each SIGUSR2 it prints how late its event loop was since the one
 * before, in milliseconds.
 */

const resolution = 5;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution });
  let reports = 0;
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution).toFixed(2);
  process.on("SIGUSR2", () => {
    reports += 1;
    console.log(
      `loop delay ${reports}: p99 ${late(delay.percentile(99))}, most ${late(delay.max)};`,
    );
    delay.reset();
  });
  delay.enable();
}
