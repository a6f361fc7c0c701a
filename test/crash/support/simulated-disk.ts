/**
 * A disk in memory that forgets like a real one. Writes land in a cache; a flush, or a write
 * through, makes them durable by sectors of 512 bytes, and names become durable when their
 * directory is flushed. When the power is cut each sector and each name that was not flushed is
 * kept or lost by chance, in any order.
 */
import { dirname } from "node:path";
import type { FileLayer, OpenFile, OpenMode } from "../../../src/journal/file-layer.ts";
import { DURABLE_END_FILE } from "../../../src/journal/journal-end.ts";
import { SPARE_NAME } from "../../../src/journal/segment-writer.ts";
import { Seeded } from "./seeded.ts";

const SECTOR_BYTES = 512;

export type StepFault = "crash" | "EIO" | "ENOSPC" | "short";

/** Decides before each operation, by its label, whether and how it fails. */
export type StepPlan = (label: string) => StepFault | undefined;

/** What every operation answers once the machine is gone. */
export class MachineGone extends Error {}

class Inode {
  cached = new Uint8Array(0);
  durable = new Uint8Array(0);
  readonly dirtySectors = new Set<number>();

  write(bytes: Uint8Array, at: number): void {
    const end = at + bytes.length;
    if (end > this.cached.length) {
      const longer = new Uint8Array(end);
      longer.set(this.cached);
      this.cached = longer;
    }
    this.cached.set(bytes, at);
    this.markDirty(at, end);
  }

  markDirty(from: number, end: number): void {
    const last = Math.floor((end - 1) / SECTOR_BYTES);
    for (let sector = Math.floor(from / SECTOR_BYTES); sector <= last; sector++) {
      this.dirtySectors.add(sector);
    }
  }

  flush(): void {
    this.durable = this.cached.slice();
    this.dirtySectors.clear();
  }

  /** What a write through brings to the disk: its own sectors and the length, no others. */
  flushRange(from: number, end: number): void {
    if (this.durable.length < this.cached.length) {
      this.durable = resized(this.durable, this.cached.length);
    }
    const last = Math.floor((end - 1) / SECTOR_BYTES);
    for (let sector = Math.floor(from / SECTOR_BYTES); sector <= last; sector++) {
      if (!this.dirtySectors.delete(sector)) continue;
      const at = sector * SECTOR_BYTES;
      this.durable.set(this.cached.subarray(at, at + SECTOR_BYTES), at);
    }
  }

  /** Only the sectors that chance keeps survive; the length covers them, or is the old one. */
  losePower(random: Seeded): void {
    const keepsLength = random.chance(0.5);
    let survivor = this.durable.slice();
    if (keepsLength && this.cached.length !== survivor.length) {
      survivor = resized(survivor, this.cached.length);
    }
    for (const sector of this.dirtySectors) {
      if (random.chance(0.5)) continue;
      const from = sector * SECTOR_BYTES;
      const bytes = this.cached.subarray(from, from + SECTOR_BYTES);
      if (bytes.length === 0) continue;
      if (from + bytes.length > survivor.length) {
        survivor = resized(survivor, from + bytes.length);
      }
      survivor.set(bytes, from);
    }
    this.cached = survivor;
    this.flush();
  }
}

function resized(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(length);
  next.set(bytes.subarray(0, length));
  return next;
}

type NameChange =
  | { readonly kind: "create"; readonly path: string; readonly inode: Inode }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string; readonly inode: Inode };

export class SimulatedDisk implements FileLayer {
  #names = new Map<string, Inode>();
  readonly #durableNames = new Map<string, Inode>();
  readonly #changes: NameChange[] = [];
  readonly #random: Seeded;
  #plan: StepPlan = () => undefined;
  #generation = 0;
  #isGone = false;
  #omitted: string | undefined;
  /** Bytes that fit in all; a write past that falls short and then fails. */
  capacityBytes = Number.POSITIVE_INFINITY;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
  }

  /** How operations fail from now on. */
  plan(plan: StepPlan): void {
    this.#plan = plan;
  }

  /**
   * Plants a fault: flushes under this label do nothing from now on, as if the program lacked them.
   * Labels: "flush KIND", "flush directory PATH", "write_through KIND".
   */
  omit(label: string): void {
    this.#omitted = label;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** The process dies, the kernel lives on: everything written is kept. */
  restartProcess(): void {
    this.#begin();
  }

  /** The machine dies: what was not flushed is kept or lost by chance. */
  restartMachine(): void {
    for (const change of this.#changes) {
      if (!this.#random.chance(0.5)) continue;
      applyChange(this.#durableNames, change);
      // Of a rename the new name may have come to the disk alone: the file then has both.
      if (change.kind === "rename" && this.#random.chance(0.2)) {
        this.#durableNames.set(change.from, change.inode);
      }
    }
    this.#changes.length = 0;
    this.#names = new Map(this.#durableNames);
    for (const inode of new Set(this.#names.values())) inode.losePower(this.#random);
    this.#begin();
  }

  paths(): string[] {
    return [...this.#names.keys()].sort();
  }

  bytesOf(path: string): Uint8Array {
    return this.#inode(path).cached;
  }

  /** Puts a file there as if it had always been there. */
  place(path: string, bytes: Uint8Array): void {
    const inode = new Inode();
    inode.cached = bytes.slice();
    inode.flush();
    this.#names.set(path, inode);
    this.#durableNames.set(path, inode);
  }

  async open(path: string, mode: OpenMode): Promise<OpenFile> {
    this.#step(`open ${mode} ${kindOf(path)}`);
    let inode = this.#names.get(path);
    if (mode === "write" && inode === undefined) {
      inode = new Inode();
      this.#names.set(path, inode);
      this.#changes.push({ kind: "create", path, inode });
    }
    if (inode === undefined) throw systemError("ENOENT");
    if (mode === "write") {
      inode.markDirty(0, inode.cached.length);
      inode.cached = new Uint8Array(0);
    }
    return this.#file(inode, mode, kindOf(path));
  }

  async list(directory: string): Promise<string[]> {
    this.#step("list");
    const prefix = `${directory}/`;
    const inside = this.paths().filter((path) => path.startsWith(prefix));
    return inside.map((path) => path.slice(prefix.length)).filter((name) => !name.includes("/"));
  }

  async createDirectory(): Promise<void> {
    this.#step("create directory");
  }

  async rename(from: string, to: string): Promise<void> {
    const isDone = this.#stepInHalves(`rename ${kindOf(to)}`);
    if (isDone) {
      const inode = this.#inode(from);
      const change: NameChange = { kind: "rename", from, to, inode };
      applyChange(this.#names, change);
      this.#changes.push(change);
    }
    this.#refuseWhenGone();
  }

  async remove(path: string): Promise<void> {
    this.#step(`remove ${kindOf(path)}`);
    this.#inode(path);
    this.#names.delete(path);
    this.#changes.push({ kind: "remove", path });
  }

  async flushDirectory(directory: string): Promise<void> {
    this.#step("flush directory");
    if (this.#omitted === `flush directory ${directory}`) return;
    const rest: NameChange[] = [];
    for (const change of this.#changes) {
      const path = change.kind === "rename" ? change.to : change.path;
      if (dirname(path) === directory) applyChange(this.#durableNames, change);
      else rest.push(change);
    }
    this.#changes.splice(0, this.#changes.length, ...rest);
  }

  #begin(): void {
    this.#generation += 1;
    this.#isGone = false;
    this.#plan = () => undefined;
  }

  #inode(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw systemError("ENOENT");
    return inode;
  }

  #step(label: string): void {
    if (!this.#stepInHalves(label)) this.#refuseWhenGone();
    this.#refuseWhenGone();
  }

  /** Whether the operation still happens: a crash may come just before or just after it. */
  #stepInHalves(label: string): boolean {
    this.#refuseWhenGone();
    const fault = this.#plan(label);
    if (fault === undefined || fault === "short") return true;
    if (fault !== "crash") throw systemError(fault);
    this.#isGone = true;
    return this.#random.chance(0.5);
  }

  #refuseWhenGone(): void {
    if (this.#isGone) throw new MachineGone("the machine is gone");
  }

  #usedBytes(): number {
    let sum = 0;
    for (const inode of new Set(this.#names.values())) sum += inode.cached.length;
    return sum;
  }

  /** How much of a write happens before the fault, if there is one. */
  #writeFault(label: string, length: number): { fault: StepFault | undefined; bytes: number } {
    const fault = this.#plan(label);
    if (fault === undefined) return { fault, bytes: length };
    if (fault === "short") return { fault, bytes: Math.max(1, this.#random.below(length)) };
    // Often all of it: the write is complete, yet it is reported as failed.
    const isWhole = this.#random.chance(0.3);
    return { fault, bytes: isWhole ? length : this.#random.below(length + 1) };
  }

  #file(inode: Inode, mode: OpenMode, kind: string): OpenFile {
    const generation = this.#generation;
    const check = (): void => {
      this.#refuseWhenGone();
      if (generation !== this.#generation) throw new MachineGone("opened before the restart");
    };
    return {
      write: async (bytes, at) => {
        check();
        const { bytes: length, fault } = this.#writeFault(`write ${kind}`, bytes.length);
        const growth = Math.max(0, at + length - inode.cached.length);
        const room = this.capacityBytes - this.#usedBytes();
        const written = growth > room ? Math.max(0, length - (growth - room)) : length;
        if (written > 0) inode.write(bytes.subarray(0, written), at);
        if (fault === "crash") this.#isGone = true;
        check();
        if (fault === "EIO" || fault === "ENOSPC") throw systemError(fault);
        if (written === 0) throw systemError("ENOSPC");
        // The write is under way until here: a crash in another operation meanwhile catches it.
        if (mode === "write_through") {
          await Promise.resolve();
          check();
          if (this.#omitted !== `write_through ${kind}`) inode.flushRange(at, at + written);
        }
        return written;
      },
      read: async (into, at) => {
        check();
        const bytes = inode.cached.subarray(at, at + into.length);
        into.set(bytes);
        return bytes.length;
      },
      sizeBytes: async () => inode.cached.length,
      flush: async () => {
        this.#step(`flush ${kind}`);
        check();
        if (this.#omitted !== `flush ${kind}`) inode.flush();
      },
      close: async () => undefined,
    };
  }
}

function applyChange(names: Map<string, Inode>, change: NameChange): void {
  if (change.kind === "create") names.set(change.path, change.inode);
  else if (change.kind === "remove") names.delete(change.path);
  else {
    if (names.get(change.from) === change.inode) names.delete(change.from);
    names.set(change.to, change.inode);
  }
}

function kindOf(path: string): string {
  if (path.endsWith(".segment")) return "segment";
  if (path.endsWith(SPARE_NAME)) return "spare";
  if (path.includes(DURABLE_END_FILE)) return "end";
  if (path.includes("master.key")) return "key";
  if (path.includes("credentials.json")) return "credentials";
  if (path.endsWith(".snap") || path.endsWith(".temporary")) return "snapshot";
  return "file";
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}
