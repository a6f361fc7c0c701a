/**
 * Loaded into a real exchange process with `--import`: kills it once a chosen write to the journal
 * has reached the file, before the process learns of it.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";
import { KILL_RULE_VARIABLE, type KillRule } from "./kill-rule.ts";

type Callback = (fault: NodeJS.ErrnoException | null, result?: unknown) => void;

const { hex, nth } = JSON.parse(process.env[KILL_RULE_VARIABLE] ?? "{}") as KillRule;
const marker = Buffer.from(hex, "hex");
const journalFiles = new Set<number>();
let seen = 0;

function patchOpen(): void {
  const open = fs.open as unknown as (...args: unknown[]) => void;
  fs.open = ((path: unknown, ...rest: unknown[]) => {
    const done = rest.pop() as Callback;
    const remember: Callback = (fault, fd) => {
      if (fault === null && String(path).includes("/journal/")) journalFiles.add(fd as number);
      done(fault, fd);
    };
    open(path, ...rest, remember);
  }) as typeof fs.open;
}

function patchWrite(): void {
  const write = fs.write as unknown as (...args: unknown[]) => void;
  fs.write = ((fd: number, bytes: Uint8Array, ...rest: unknown[]) => {
    const done = rest.pop() as Callback;
    if (journalFiles.has(fd) && Buffer.from(bytes).includes(marker)) seen += 1;
    const isLast = seen === nth;
    const end: Callback = (fault, written) => {
      if (isLast) process.kill(process.pid, "SIGKILL");
      else done(fault, written);
    };
    write(fd, bytes, ...rest, end);
  }) as typeof fs.write;
}

if (isMainThread) {
  patchOpen();
  patchWrite();
  syncBuiltinESMExports();
}
