/** Processor time of single threads, as Linux tells it; elsewhere 0. */
import { readdirSync, readFileSync } from "node:fs";

function isOfName(folder: string, name: string): boolean {
  return readFileSync(`${folder}/comm`, "latin1").trim() === name;
}

function microsOf(folder: string): number {
  return Number(readFileSync(`${folder}/schedstat`, "latin1").split(" ")[0]) / 1e3;
}

/** Processor time of the main thread of a process, in microseconds. */
export function mainThreadMicros(pid: number): number {
  try {
    return microsOf(`/proc/${pid}/task/${pid}`);
  } catch {
    return 0;
  }
}

/** Processor time of this process's running threads of a name, in microseconds. */
export function threadMicros(name: string): number {
  try {
    const folders = readdirSync("/proc/self/task").map((task) => `/proc/self/task/${task}`);
    const named = folders.filter((folder) => isOfName(folder, name));
    return named.reduce((sum, folder) => sum + microsOf(folder), 0);
  } catch {
    return 0;
  }
}
