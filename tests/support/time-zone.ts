import { onTestFinished } from "vitest";

/** Until the test is over, the clock of this process is in this zone. */
export function clockIn(zone: string): void {
  const before = process.env.TZ;
  process.env.TZ = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}
