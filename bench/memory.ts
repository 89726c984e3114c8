import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

/* Memory of processes in bytes; pages that several share count once. */

/** A process's own and its share of what it has in common with others; 0 when it has ended. */
function memoryOf(pid: number): number {
  try {
    return (
      Number(
        /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0,
      ) * 1024
    );
  } catch {
    return 0;
  }
}

/** What all threads of a process have used of the processor since it started, in milliseconds. */
export function processorTime(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .split(") ")[1]!
    .split(" ")
    .slice(11);
  return (Number(user) + Number(system)) * 10;
}

/** A PostgreSQL server's processes at this moment: the one that listens and those that it has started. */
export async function postgresProcesses(url: string): Promise<() => number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const parent = parentOf(rows[0]!.pid);
  await client.end();
  return () => [
    parent,
    ...readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === parent),
  ];
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Samples until stopped, which returns the peak. */
export function watchMemory(pids: () => number[]): () => number {
  let peak = 0;
  const sample = () => (peak = Math.max(peak, total(pids())));
  sample();
  const timer = setInterval(sample, 500);
  return () => {
    clearInterval(timer);
    sample();
    return peak;
  };
}

export function total(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + memoryOf(pid), 0);
}
