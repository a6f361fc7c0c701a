/** The faults that an exchange meets in a history, one after another, drawn from a seed. */
import type { TimeState } from "../../../../src/ops/time-port.ts";
import { refusedStart } from "../../../conformance/support/exchange-process.ts";
import type { Random } from "../../../simulation/random.ts";
import { eventually } from "../../../support/eventually.ts";
import { passTime, setClock, setFaults } from "../faulty-exchange.ts";
import type { InjectionRule } from "../injection.ts";
import type { Outage, Span } from "./history.ts";
import { lapse, type World } from "./world.ts";

export const FAULT_KINDS = [
  /** kill -9 and a start. */
  "kill",
  /** SIGSTOP, and SIGCONT up to 2 s later; up to 30 s where long stops are wanted. */
  "stop",
  /** Both clocks run on by up to 30 s, as in a stop of so long. */
  "pass",
  /** Writes of the journal answer ENOSPC. */
  "full",
  /** Writes of the journal do not begin. */
  "hang",
  /** Writes of the journal reach the disk, and do not end. */
  "late",
  /** As `hang` or `late`, ended by kill -9. */
  "kill_in_write",
  /** Every fsync hangs. */
  "fsync_hang",
  /** Each write of the journal takes some hundred milliseconds. */
  "slow",
  /** The wall clock steps forward; the operator accepts the time or sets the clock right. */
  "clock_ahead",
  /** The same backward. */
  "clock_behind",
  /** Another process is started on the same data directory. */
  "second_starter",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const MINUTE_MS = 60_000;
const SEEN_MS_MAX = 15_000;
const GATHERING_MS = 250;

export class Faults {
  readonly outages: Outage[] = [];
  readonly stops: Span[] = [];
  readonly #world: World;
  readonly #random: Random;
  readonly #stopMsMax: number;
  /** By how much the wall clock of the present process is off, beside the time that it passed. */
  #clockOffsetMs = 0;
  #passedMs = 0;

  constructor(world: World, random: Random, stopMsMax: number) {
    this.#world = world;
    this.#random = random;
    this.#stopMsMax = stopMsMax;
  }

  /** Brings a fault about, ends it, and waits until the exchange is ready again. */
  async meet(kind: FaultKind): Promise<void> {
    await this.#bringAbout(kind);
    await this.#world.healed();
    await this.#world.followTime();
  }

  #bringAbout(kind: FaultKind): Promise<void> {
    const random = this.#random;
    switch (kind) {
      case "kill":
        return this.#restart();
      case "stop":
        return this.#stop();
      case "pass":
        return this.#pass(random.between(1_000, 30_000));
      case "full":
        return this.#outage("ENOSPC");
      case "hang":
        return this.#outage("hang");
      case "late":
        return this.#outage("late");
      case "kill_in_write":
        return this.#killInWrite();
      case "fsync_hang":
        return this.#during([{ operation: "fsync", path: this.#world.dataDir, fault: "hang" }]);
      case "slow":
        return this.#during([{ ...JOURNAL_WRITES, fault: "slow", ms: random.between(50, 600) }]);
      case "clock_ahead":
        return this.#step(random.between(6_000, 5 * MINUTE_MS));
      case "clock_behind":
        return this.#step(-random.between(6_000, 2 * MINUTE_MS));
      case "second_starter":
        return this.#secondStarter();
    }
  }

  async #restart(): Promise<void> {
    await this.#world.kill();
    this.#clockOffsetMs += this.#passedMs;
    this.#passedMs = 0;
    await this.#world.start(this.#clockOffsetMs);
    // After an accepted step back the journal is ahead of the wall clock.
    if ((await this.#time()).mode === "held") await this.#accept();
  }

  async #stop(): Promise<void> {
    const { pid } = this.#world.exchange;
    const isLong = this.#stopMsMax > 2_000 && this.#random.chance(20);
    const forMs = this.#random.between(300, isLong ? this.#stopMsMax : 2_000);
    const fromMs = performance.now();
    process.kill(pid, "SIGSTOP");
    await lapse(forMs);
    process.kill(pid, "SIGCONT");
    await this.#world.followTime();
    this.stops.push({ fromMs, toMs: performance.now() });
  }

  async #pass(ms: number): Promise<void> {
    await passTime(this.#world.exchange, ms);
    this.#passedMs += ms;
    this.#world.timePassed(ms);
    await lapse(300);
  }

  /** Writes of the journal do not end; often for longer than some windows last. */
  async #outage(fault: "ENOSPC" | "hang" | "late"): Promise<void> {
    await this.#holdUp(fault);
    const fromMs = performance.now();
    await lapse(this.#random.between(500, this.#random.chance(30) ? 6_000 : 3_000));
    if (this.#random.chance(25)) await this.#pass(this.#random.between(5_000, 30_000));
    const untilMs = await this.#world.publicTime();
    const toMs = performance.now();
    await setFaults(this.#world.exchange, []);
    this.outages.push({ fromMs, toMs, untilMs });
  }

  async #killInWrite(): Promise<void> {
    // Of what is said about a write that reached the disk, only a kill shows whether it was true.
    await this.#holdUp(this.#random.chance(75) ? "late" : "hang");
    await lapse(this.#random.between(500, 5_500));
    await this.#restart();
  }

  /** Lets requests gather behind a slow write, so that the one that is held up has some. */
  async #holdUp(fault: "ENOSPC" | "hang" | "late"): Promise<void> {
    const { exchange } = this.#world;
    await setFaults(exchange, [{ ...JOURNAL_WRITES, fault: "slow", ms: GATHERING_MS }]);
    await lapse(GATHERING_MS);
    await setFaults(exchange, [{ ...JOURNAL_WRITES, fault }]);
  }

  async #during(rules: readonly InjectionRule[]): Promise<void> {
    await setFaults(this.#world.exchange, rules);
    await lapse(this.#random.between(500, 2_500));
    await setFaults(this.#world.exchange, []);
  }

  /** Steps the wall clock so far that no step back that is still made up for hides it. */
  async #step(wantedMs: number): Promise<void> {
    const { differenceMs } = await this.#time();
    const byMs = wantedMs < 0 ? wantedMs : wantedMs - Math.min(0, differenceMs);
    await setClock(this.#world.exchange, this.#clockOffsetMs + byMs);
    await eventually(
      "the jump is seen",
      async () => (await this.#time()).mode === "held",
      SEEN_MS_MAX,
    );
    await lapse(this.#random.between(100, 500));
    if (this.#random.chance(50)) {
      this.#clockOffsetMs += byMs;
      await this.#accept();
      return;
    }
    await setClock(this.#world.exchange, this.#clockOffsetMs);
    await this.#accept();
  }

  #time(): Promise<TimeState> {
    return this.#world.admin<TimeState>("/time");
  }

  /**
   * Waits until time is not held. The operator accepts what does not end by itself, as `bourse time
   * accept` does: a step, or what is left of an earlier step back when a later one was undone.
   */
  async #accept(): Promise<void> {
    await eventually(
      "time is not held",
      async () => {
        const { differenceMs, jumpMs, mode } = await this.#time();
        if (mode !== "held") return true;
        if (Math.abs(differenceMs) > jumpMs) {
          await this.#world.admin("/time/accept", { differenceMs });
        }
        return false;
      },
      SEEN_MS_MAX,
    );
    await this.#world.followTime();
  }

  async #secondStarter(): Promise<void> {
    const { code, message } = await refusedStart(this.#world.dataDir);
    if (code === 1 && message.includes("lock.sqlite is locked by process")) return;
    throw new Error(`a second exchange is refused; ended with ${code}: ${message}`);
  }
}

const JOURNAL_WRITES = { operation: "write", path: ".segment" } as const;

/** Kinds in an order that the seed decides: each once before any comes again. */
export function faultPlan(random: Random, count: number): FaultKind[] {
  const plan: FaultKind[] = [];
  while (plan.length < count) {
    const left: FaultKind[] = [...FAULT_KINDS];
    while (left.length > 0) plan.push(...left.splice(random.below(left.length), 1));
  }
  return plan.slice(0, count);
}
