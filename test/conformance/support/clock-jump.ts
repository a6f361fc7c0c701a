/** A jump of the wall clock of processes that the test starts, also of those below `npm`. */

const JUMP_MS = 3_600_000;
const LOOK_MS = 100;

/**
 * Returns the environment of processes whose wall clock is an hour ahead once a file exists. The
 * module that it loads is understood by each version of Node that `npm` may run on.
 */
export function jumpingClock(file: string): Readonly<Record<string, string>> {
  const text = `
    import { existsSync } from "node:fs";
    const now = Date.now;
    const look = () => (existsSync(${JSON.stringify(file)}) ? ${JUMP_MS} : 0);
    let jumpMs = look();
    setInterval(() => { jumpMs = look(); }, ${LOOK_MS}).unref();
    Date.now = () => now() + jumpMs;
  `;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(text)}` };
}
