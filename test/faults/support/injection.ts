/**
 * Loaded into a real exchange process with `--import`: makes chosen file operations fail, hang or
 * fall short, and moves the wall clock, as the parent process asks over the IPC channel. Threads
 * other than the main one work as ever, until they are ended.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";
import { CLOCK_OFFSET_VARIABLE } from "./clock-offset.ts";

export const INJECTED_OPERATIONS = ["open", "write", "fsync", "close", "rename", "unlink"] as const;
export type InjectedOperation = (typeof INJECTED_OPERATIONS)[number];

/** What happens to operations on paths that contain `path`, until other rules are sent. */
export type InjectionRule = {
  readonly operation: InjectedOperation;
  readonly path: string;
  /**
   * `hang`: completes once the rule is gone. `late`: a write reaches the disk and is said to have
   * done so once the rule is gone. `slow`: begins after `ms`. `short`: writes half. Else an error
   * code.
   */
  readonly fault: "hang" | "late" | "slow" | "short" | "ENOSPC" | "EIO" | "EMFILE" | "EROFS";
  /** Of a `slow` operation: by how much it is delayed, in milliseconds. */
  readonly ms?: number;
  /** How many operations of this kind pass before the rule applies. */
  readonly after?: number;
  /** The rule applies from the first `write` on whose bytes contain this text. */
  readonly since?: string;
};

export type InjectionMessage =
  | { readonly kind: "rules"; readonly rules: readonly InjectionRule[] }
  | { readonly kind: "clock"; readonly offsetMs: number }
  | { readonly kind: "pass"; readonly ms: number }
  /** All threads but the main one end, as one without memory does. */
  | { readonly kind: "thread_death" }
  /** A thread of the pool reads from the pipe at `path`, for as long as the process lives. */
  | { readonly kind: "block"; readonly path: string };

type Callback = (fault: NodeJS.ErrnoException | null, result?: unknown) => void;
type Armed = { readonly rule: InjectionRule; left: number; hasBegun: boolean };

/** Channel to the threads of the process. */
const THREADS = "injection";

let rules: readonly Armed[] = [];
const hanging: (() => void)[] = [];
const paths = new Map<number, string>();
let passedMs = 0;
let offsetMs = Number(process.env[CLOCK_OFFSET_VARIABLE] ?? 0);

function contains(bytes: Uint8Array | undefined, text: string | undefined): boolean {
  if (text === undefined) return true;
  return bytes !== undefined && Buffer.from(bytes).includes(text);
}

function ruleFor(
  operation: InjectedOperation,
  path: string | undefined,
  bytes?: Uint8Array,
): InjectionRule | undefined {
  if (path === undefined) return undefined;
  for (const armed of rules) {
    const { rule } = armed;
    if (rule.operation !== operation || !path.includes(rule.path)) continue;
    armed.hasBegun ||= contains(bytes, rule.since);
    if (!armed.hasBegun) continue;
    if (armed.left > 0) armed.left -= 1;
    else return rule;
  }
  return undefined;
}

function faultOf(code: string, operation: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected, ${operation}`), { code, syscall: operation });
}

/** Calls `done` once the rules of now are gone. */
function whenRulesChange(done: Callback): Callback {
  const current = rules;
  return (fault, result) => {
    if (rules === current) hanging.push(() => done(fault, result));
    else done(fault, result);
  };
}

function patchOpen(): void {
  const { open, openSync } = fs;
  const named = (path: unknown): string => String(path);
  fs.open = ((path: unknown, ...rest: unknown[]) => {
    const done = rest.pop() as Callback;
    const rule = ruleFor("open", named(path));
    if (rule !== undefined) {
      setImmediate(() => done(faultOf(rule.fault, "open")));
      return;
    }
    const remember: Callback = (fault, fd) => {
      if (fault === null) paths.set(fd as number, named(path));
      done(fault, fd);
    };
    (open as (...args: unknown[]) => void)(path, ...rest, remember);
  }) as typeof fs.open;
  fs.openSync = ((path: fs.PathLike, ...rest: [fs.OpenMode, fs.Mode?]) => {
    const rule = ruleFor("open", named(path));
    if (rule !== undefined) throw faultOf(rule.fault, "open");
    const fd = openSync(path, ...rest);
    paths.set(fd, named(path));
    return fd;
  }) as typeof fs.openSync;
}

function patchWrite(): void {
  const { write, writeSync } = fs;
  const go = write as unknown as (...args: unknown[]) => void;
  fs.write = ((fd: number, bytes: Uint8Array, from: number, length: number, ...rest: unknown[]) => {
    const rule = ruleFor("write", paths.get(fd), bytes);
    const done = rest[rest.length - 1] as Callback;
    if (rule === undefined) go(fd, bytes, from, length, ...rest);
    else if (rule.fault === "hang") hanging.push(() => go(fd, bytes, from, length, ...rest));
    else if (rule.fault === "late")
      go(fd, bytes, from, length, ...rest.slice(0, -1), whenRulesChange(done));
    else if (rule.fault === "slow") setTimeout(() => go(fd, bytes, from, length, ...rest), rule.ms);
    else if (rule.fault === "short") go(fd, bytes, from, Math.ceil(length / 2), ...rest);
    else setImmediate(() => done(faultOf(rule.fault, "write")));
  }) as typeof fs.write;
  fs.writeSync = ((fd: number, ...rest: unknown[]) => {
    const rule = ruleFor("write", paths.get(fd));
    if (rule !== undefined) throw faultOf(rule.fault, "write");
    return (writeSync as (...args: unknown[]) => number)(fd, ...rest);
  }) as typeof fs.writeSync;
}

function patchFsync(): void {
  const { fsync, fsyncSync } = fs;
  fs.fsync = ((fd: number, done: Callback) => {
    const rule = ruleFor("fsync", paths.get(fd));
    if (rule === undefined) fsync(fd, done);
    else if (rule.fault === "hang") hanging.push(() => fsync(fd, done));
    else if (rule.fault === "late") fsync(fd, whenRulesChange(done) as fs.NoParamCallback);
    else if (rule.fault === "slow") setTimeout(() => fsync(fd, done), rule.ms);
    else setImmediate(() => done(faultOf(rule.fault, "fsync")));
  }) as typeof fs.fsync;
  fs.fsyncSync = (fd: number) => {
    const rule = ruleFor("fsync", paths.get(fd));
    if (rule !== undefined) throw faultOf(rule.fault, "fsync");
    fsyncSync(fd);
  };
}

/** A file whose closing fails is closed all the same, as close(2) has it. */
function patchClose(): void {
  const { close } = fs;
  fs.close = ((fd: number, done: Callback = () => undefined) => {
    const rule = ruleFor("close", paths.get(fd));
    paths.delete(fd);
    close(fd, (fault) => done(rule === undefined ? (fault ?? null) : faultOf(rule.fault, "close")));
  }) as typeof fs.close;
}

/** Open files go by their new name. */
function renamed(from: string, to: string): void {
  for (const [fd, path] of paths) if (path === from) paths.set(fd, to);
}

function patchNames(): void {
  const { renameSync } = fs;
  const { rename, unlink } = fs.promises;
  fs.renameSync = (from, to) => {
    const rule = ruleFor("rename", String(to));
    if (rule !== undefined) throw faultOf(rule.fault, "rename");
    renameSync(from, to);
    renamed(String(from), String(to));
  };
  fs.promises.rename = async (from, to) => {
    const rule = ruleFor("rename", String(to));
    if (rule !== undefined) throw faultOf(rule.fault, "rename");
    await rename(from, to);
    renamed(String(from), String(to));
  };
  fs.promises.unlink = async (path) => {
    const rule = ruleFor("unlink", String(path));
    if (rule !== undefined) throw faultOf(rule.fault, "unlink");
    await unlink(path);
  };
}

function take(message: InjectionMessage): void {
  if (message.kind === "clock") {
    offsetMs = message.offsetMs;
  } else if (message.kind === "pass") {
    passedMs += message.ms;
  } else if (message.kind === "thread_death") {
    new BroadcastChannel(THREADS).postMessage("end");
  } else if (message.kind === "block") {
    fs.read(fs.openSync(message.path, "r+"), Buffer.alloc(1), 0, 1, null, () => undefined);
  } else {
    rules = message.rules.map((rule) => ({ rule, left: rule.after ?? 0, hasBegun: false }));
    for (const go of hanging.splice(0)) go();
  }
  process.send?.({ kind: "taken" });
}

if (!isMainThread) {
  const channel = new BroadcastChannel(THREADS);
  channel.onmessage = () => process.exit(1);
  channel.unref();
}
if (isMainThread && process.send !== undefined) {
  patchOpen();
  patchWrite();
  patchFsync();
  patchClose();
  patchNames();
  syncBuiltinESMExports();
  const wallNow = Date.now;
  const monotonicNow = performance.now.bind(performance);
  Date.now = () => wallNow() + passedMs + offsetMs;
  performance.now = () => monotonicNow() + passedMs;
  process.on("message", take);
  process.channel?.unref();
}
