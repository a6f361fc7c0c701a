/** The simulated disk with slow operations, planned faults and bits that flip while unsynced. */
import type { FileLayer, OpenFile, OpenMode } from "../../src/journal/file-layer.ts";
import { MachineGone, SimulatedDisk, type StepFault } from "../crash/support/simulated-disk.ts";
import type { Coverage } from "./coverage.ts";
import type { Random } from "./random.ts";
import { turn } from "./virtual-time.ts";

type Range = { readonly path: string; readonly at: number; readonly length: number };

/** One fault of a life: at which operation, counted from 1, what happens. */
export type PlannedFault = { readonly atOperation: number; readonly fault: StepFault };

const SLOW_TURNS_MAX = 6;

export class FaultyFiles {
  readonly #disk: SimulatedDisk;
  readonly #random: Random;
  readonly #coverage: Coverage;
  readonly #inFlight = new Set<Range>();
  #slowPercent = 0;
  #operations = 0;
  #faultsFired = 0;
  #generation = 0;

  constructor(seed: number, random: Random, coverage: Coverage) {
    this.#disk = new SimulatedDisk(seed);
    this.#random = random;
    this.#coverage = coverage;
  }

  get isGone(): boolean {
    return this.#disk.isGone;
  }

  /** Faults that were thrown at the caller since the last restart. */
  get faultsFired(): number {
    return this.#faultsFired;
  }

  /** What goes wrong from now on. */
  plan(faults: readonly PlannedFault[], slowPercent: number): void {
    this.#operations = 0;
    this.#slowPercent = slowPercent;
    this.#disk.plan((label) => {
      this.#operations += 1;
      const planned = faults.find((one) => one.atOperation === this.#operations);
      if (planned === undefined) return undefined;
      if (planned.fault === "short" && !label.startsWith("write ")) return undefined;
      this.#coverage.add(`fault ${planned.fault}`);
      if (planned.fault !== "short") this.#faultsFired += 1;
      return planned.fault;
    });
  }

  /** The process starts again; `losesPower`: unflushed sectors and names are kept by chance. */
  restart(losesPower: boolean): void {
    const unsynced = [...this.#inFlight];
    this.#inFlight.clear();
    this.#generation += 1;
    this.#faultsFired = 0;
    this.#slowPercent = 0;
    if (!losesPower) {
      this.#disk.restartProcess();
      return;
    }
    this.#disk.restartMachine();
    this.#coverage.add("fault power_cut");
    const target = unsynced[this.#random.below(Math.max(1, unsynced.length))];
    if (target !== undefined && this.#random.chance(40)) this.#flipBit(target);
  }

  /** Damages the newest snapshot at rest: it must be noticed, and the one before used. */
  rotSnapshot(): void {
    const snapshots = this.#disk.paths().filter((path) => path.endsWith(".snap"));
    const path = snapshots[snapshots.length - 1];
    if (path === undefined) return;
    const bytes = this.#disk.bytesOf(path).slice();
    const at = this.#random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << this.#random.below(8));
    this.#disk.place(path, bytes);
    this.#coverage.add("fault snapshot_bit_flip");
  }

  #flipBit({ path, at, length }: Range): void {
    if (!this.#disk.paths().includes(path)) return;
    const bytes = this.#disk.bytesOf(path).slice();
    const place = at + this.#random.below(length);
    if (place >= bytes.length) return;
    bytes[place] = (bytes[place] ?? 0) ^ (1 << this.#random.below(8));
    this.#disk.place(path, bytes);
    this.#coverage.add("fault unsynced_bit_flip");
  }

  async #linger(): Promise<void> {
    if (this.#slowPercent === 0 || !this.#random.chance(this.#slowPercent)) return;
    this.#coverage.add("fault slow_flush");
    for (let left = this.#random.between(1, SLOW_TURNS_MAX); left > 0; left--) await turn();
  }

  /** The disk as one process sees it: after the next restart it can do nothing any more. */
  process(): FileLayer {
    const generation = this.#generation;
    const alive = (): SimulatedDisk => {
      if (generation !== this.#generation) throw new MachineGone("the process was killed");
      return this.#disk;
    };
    return {
      open: async (path, mode) => this.#open(path, mode, alive),
      list: async (directory) => alive().list(directory),
      createDirectory: async () => alive().createDirectory(),
      rename: async (from, to) => alive().rename(from, to),
      remove: async (path) => alive().remove(path),
      flushDirectory: async (directory) => alive().flushDirectory(directory),
    };
  }

  async #open(path: string, mode: OpenMode, alive: () => SimulatedDisk): Promise<OpenFile> {
    const file = await alive().open(path, mode);
    return {
      write: async (bytes, at) => {
        alive();
        const written = await this.#write(file, bytes, { path, at, length: bytes.length, mode });
        // Whoever died meanwhile never learns that the write was done.
        alive();
        if (this.isGone) throw new MachineGone("the machine is gone");
        return written;
      },
      read: async (into, at) => file.read(into, at),
      sizeBytes: async () => file.sizeBytes(),
      flush: async () => {
        await this.#linger();
        alive();
        await file.flush();
        for (const range of this.#inFlight) if (range.path === path) this.#inFlight.delete(range);
      },
      close: async () => file.close(),
    };
  }

  async #write(
    file: OpenFile,
    bytes: Uint8Array,
    range: Range & { readonly mode: OpenMode },
  ): Promise<number> {
    this.#inFlight.add(range);
    try {
      const written = await file.write(bytes, range.at);
      await this.#linger();
      if (range.mode === "write_through") this.#inFlight.delete(range);
      return written;
    } catch (thrown) {
      // Only the power can leave a write half done; after a refusal others may take its place.
      if (!this.isGone) this.#inFlight.delete(range);
      throw thrown;
    }
  }
}
