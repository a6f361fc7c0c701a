/**
 * One seed: an exchange on a simulated disk lives, is killed, recovers and goes on until it has
 * applied its commands, under checks at every step.
 */
import type { Command, CommandDraft } from "../../src/core/commands/commands.ts";
import { encodeState } from "../../src/core/state-encoding.ts";
import { HistoryStore } from "../../src/projections/history/history-store.ts";
import { RETENTION_DEFAULT } from "../../src/projections/history/limits.ts";
import { SqliteStore } from "../../src/projections/store/sqlite-store.ts";
import type { Coverage } from "./coverage.ts";
import { pauseMs } from "./differential.ts";
import { drawFaults, drawRates, type FaultRates } from "./fault-plan.ts";
import { FaultyFiles } from "./faulty-files.ts";
import { beginLife, type Life, violationOf } from "./life.ts";
import { Random } from "./random.ts";
import { type LifeClock, ScheduleClock } from "./schedule-clock.ts";
import { CommandsFailed } from "./shrink.ts";
import { checkHistory, checkLiveViews } from "./view-checks.ts";
import { Violation } from "./violation.ts";
import { turn, VirtualTime } from "./virtual-time.ts";
import { stamped } from "./workload/draft.ts";
import type { Profile } from "./workload/profile.ts";
import { profileOf, profileOfSeed, turnOfSeed } from "./workload/profiles.ts";
import { Workload } from "./workload/workload.ts";
import { bytesOf, World } from "./world.ts";

const START_MS = 1_767_225_600_000;
const LIVES_MAX = 60;
const RECOVERIES_MAX = 20;
const IDLE_TURNS_MAX = 4_000;

export type ScheduleTerms = {
  readonly seed: number;
  /** How many, beside those of the rehearsal. */
  readonly commands: number;
};

class Schedule {
  readonly #terms: ScheduleTerms;
  readonly #random: Random;
  readonly #rates: FaultRates;
  readonly #world: World;
  readonly #profile: Profile;
  readonly #workload: Workload;
  readonly #files: FaultyFiles;
  readonly #time: VirtualTime;
  readonly #again: CommandDraft[] = [];
  readonly #late: (() => void)[] = [];
  #historyFile = new SqliteStore(":memory:");
  #history = this.#newHistory();
  #salts = 1n;
  /** Of the present life; undefined where commands are stamped with the wall clock. */
  #clock: ScheduleClock | undefined;

  constructor(terms: ScheduleTerms, coverage: Coverage) {
    this.#terms = terms;
    this.#random = new Random(terms.seed);
    this.#rates = drawRates(this.#random);
    this.#world = new World(coverage);
    this.#profile = profileOf(profileOfSeed(terms.seed));
    this.#workload = new Workload(this.#random, this.#profile, this.#world.oracles.naive.state);
    this.#files = new FaultyFiles(terms.seed, this.#random, coverage);
    this.#time = new VirtualTime(START_MS + this.#random.below(86_400_000));
  }

  get commands(): readonly Command[] {
    return this.#world.commands;
  }

  async run(): Promise<void> {
    const restore = this.#time.install();
    try {
      await this.#found();
      for (let life = 0; !this.#isDone(); life++) {
        if (life === LIVES_MAX) throw new Violation("recovery", 0, "it gets on between crashes");
        await this.#live();
      }
      await this.#compareReplays();
    } finally {
      restore();
      this.#historyFile.close();
    }
  }

  #isDone(): boolean {
    return this.#world.steps.length >= this.#terms.commands + this.#profile.rehearsal;
  }

  #newHistory(): HistoryStore {
    return new HistoryStore(this.#historyFile, {
      quietUsers: [],
      retention: RETENTION_DEFAULT,
    });
  }

  #fault(name: string): void {
    this.#world.coverage.add(`fault ${name}`);
  }

  /** In half of the schedules the wall clock itself, so that the sequencer's own guard is met. */
  #newClock(lastMs: number): LifeClock {
    const usesWallClock = turnOfSeed(this.#terms.seed) % 2 === 1;
    this.#clock = usesWallClock ? undefined : new ScheduleClock(this.#time, lastMs);
    return this.#clock ?? { nowMs: () => this.#time.wallMs, isHeld: false };
  }

  async #begin(usesSnapshots: boolean): Promise<Life> {
    return beginLife({
      world: this.#world,
      files: this.#files.process(),
      history: this.#history,
      clock: (lastMs) => this.#newClock(lastMs),
      rates: this.#rates,
      usesSnapshots,
      salt: () => this.#salts++,
    });
  }

  /** The first life: listings, users and funds, then the rehearsal, without faults. */
  async #found(): Promise<void> {
    const life = await this.#begin(true);
    while (this.#workload.isFounding) await this.#submitAlone(life);
    for (let left = this.#profile.rehearsal; left > 0; left--) {
      this.#time.advance(pauseMs(this.#random));
      await this.#submitAlone(life);
    }
    await this.#end(life);
  }

  /** Submits the next command of the workload, and waits until it is applied. */
  async #submitAlone(life: Life): Promise<void> {
    this.#submit(life, this.#workload.next());
    await turn();
    await life.sequencer.drain();
  }

  async #live(): Promise<void> {
    const life = await this.#recoverAtLast();
    const faults = drawFaults(this.#random, this.#rates);
    this.#files.plan(faults, this.#rates.slowPercent);
    let left = this.#random.between(20, 200);
    while (left > 0 && !this.#isDone() && !this.#hasEnded(life)) {
      left -= this.#burst(life);
      await this.#pause(life);
    }
    if (this.#hasEnded(life)) this.#crash(life);
    else await this.#leave(life);
  }

  /** Tries until a start succeeds: the machine may die while it recovers, too. */
  async #recoverAtLast(): Promise<Life> {
    if (this.#random.chance(this.#rates.rotPercent)) this.#files.rotSnapshot();
    if (this.#random.chance(this.#rates.historyPercent)) {
      this.#historyFile.close();
      this.#historyFile = new SqliteStore(":memory:");
      this.#history = this.#newHistory();
      this.#fault("history_lost");
    }
    for (let attempt = 0; attempt < RECOVERIES_MAX; attempt++) {
      const isFaulty = this.#random.chance(this.#rates.recoveryCrashPercent);
      const fault = this.#random.pick(["crash", "crash", "EIO", "ENOSPC"] as const);
      const atOperation = this.#random.between(1, 30);
      this.#files.plan(isFaulty ? [{ atOperation, fault }] : [], 0);
      try {
        return await this.#begin(true);
      } catch (thrown) {
        const violation = violationOf(thrown, this.#world.steps.length);
        const isOurs = this.#files.isGone || this.#files.faultsFired > 0;
        if (violation !== undefined && !(isOurs && violation.check === "recovery")) throw violation;
        if (!isOurs) throw thrown;
        this.#fault("crash_in_recovery");
        this.#restart();
      }
    }
    this.#files.plan([], 0);
    return this.#begin(true);
  }

  #hasEnded(life: Life): boolean {
    return this.#files.isGone || life.fatals.length > 0;
  }

  #restart(): void {
    const losesPower = this.#files.isGone && this.#random.chance(this.#rates.powerPercent);
    if (!losesPower) this.#fault("process_kill");
    this.#files.restart(losesPower);
    this.#time.forgetTimers();
    this.#late.length = 0;
  }

  /** A fatal that was not planned is a finding. */
  #crash(life: Life): void {
    for (const fatal of life.fatals) {
      const violation = violationOf(fatal.cause, fatal.seq);
      if (violation !== undefined) throw violation;
      const isPlanned = fatal.code === "log_failed" && this.#files.faultsFired > 0;
      if (isPlanned || this.#files.isGone) continue;
      throw new Violation("invariant", fatal.seq, `${fatal.code}: ${fatal.message}`);
    }
    this.#restart();
  }

  /** Stops in order, or is killed between two operations of the disk. */
  async #leave(life: Life): Promise<void> {
    if (this.#random.chance(40)) {
      this.#restart();
      return;
    }
    this.#files.plan([], 0);
    await this.#idle(life);
    if (this.#hasEnded(life)) this.#crash(life);
    else await this.#end(life);
  }

  async #end(life: Life): Promise<void> {
    await life.sequencer.drain();
    if (this.#hasEnded(life)) {
      this.#crash(life);
      return;
    }
    for (const reply of this.#late.splice(0)) reply();
    checkLiveViews(life.live, life.state);
    await life.schedule.writeNow();
    await life.schedule.stop();
    await life.sequencer.stop();
    this.#files.restart(false);
    this.#time.forgetTimers();
  }

  #burst(life: Life): number {
    const count = this.#random.between(1, this.#rates.burstMax);
    for (let at = 0; at < count; at++) {
      const again = this.#again.shift();
      if (!this.#submit(life, again ?? this.#workload.next())) break;
    }
    return count;
  }

  /** Submits as a client does, and deals with the reply as its network does. */
  #submit(life: Life, command: CommandDraft): boolean {
    const sent = stamped(command, 0, 0);
    const isUrgent = command.kind === "cancel_order";
    let bytes = "";
    const done = (outcome: Parameters<World["reported"]>[2] & { readonly seq: number }): void => {
      const hear = (): void => this.#world.reported(outcome.seq, bytes, outcome);
      if (!this.#random.chance(this.#rates.replyPercent)) return hear();
      const fate = this.#random.pick(["reply_lost", "reply_late", "reply_twice"] as const);
      this.#fault(fate);
      if (fate === "reply_late") this.#late.push(hear);
      else this.#again.push(command);
      if (fate === "reply_twice") hear();
    };
    if (!life.sequencer.submit(sent, done, { urgent: isUrgent })) {
      if (life.sequencer.refusal() === "overloaded") this.#fault("overload");
      return false;
    }
    bytes = bytesOf(sent);
    this.#world.submitted(sent);
    return true;
  }

  async #pause(life: Life): Promise<void> {
    const random = this.#random;
    if (random.chance(this.#rates.clockPercent)) {
      const isBack = random.chance(60);
      this.#time.step(isBack ? -random.below(20_000) : random.below(30_000_000));
      this.#fault(isBack ? "clock_back" : "clock_jump");
    }
    this.#time.advance(random.pick([0, 0, 3, 80, 700, 5_100]));
    this.#watchClock();
    for (let turns = random.between(1, 3); turns > 0; turns--) await turn();
    if (life.sequencer.refusal() === "storage_full") await this.#idle(life);
    if (this.#hasEnded(life)) return;
    if (random.chance(30)) for (const reply of this.#late.splice(0)) reply();
    checkLiveViews(life.live, life.state);
  }

  /** A jump is held for a while, then the operator accepts it or sets the clock right. */
  #watchClock(): void {
    const clock = this.#clock;
    clock?.sample();
    if (clock?.isHeld !== true || this.#random.chance(20)) return;
    const isAccepted = this.#random.chance(80);
    if (isAccepted) clock.accept();
    else clock.setRight();
    this.#fault(isAccepted ? "clock_accepted" : "clock_set_right");
  }

  /** Nothing new comes until everything taken has its outcome. */
  async #idle(life: Life): Promise<void> {
    for (let turns = 0; life.sequencer.queuedCommands > 0; turns++) {
      if (this.#hasEnded(life)) return;
      if (turns === IDLE_TURNS_MAX)
        throw new Violation("invariant", 0, "commands get their outcome");
      this.#time.advance(100);
      await turn();
    }
  }

  /** Snapshot with tail, full replay, history grown and rebuilt: all the same. */
  async #compareReplays(): Promise<void> {
    const world = this.#world;
    const withSnapshot = await this.#begin(true);
    world.checkReported();
    checkLiveViews(withSnapshot.live, withSnapshot.state);
    const [grownFile, grown] = [this.#historyFile, this.#history];
    await withSnapshot.log.close();
    this.#historyFile = new SqliteStore(":memory:");
    this.#history = this.#newHistory();
    const whole = await this.#begin(false);
    const seq = world.steps.length;
    if (Buffer.compare(encodeState(withSnapshot.state), encodeState(whole.state)) !== 0) {
      throw new Violation("snapshot", seq, "snapshot with tail and full replay differ");
    }
    if (grown.appliedSeq !== seq) throw new Violation("history", seq, "history has all commands");
    checkHistory(seq, grownFile, this.#historyFile, world.fillIds);
    grownFile.close();
    await whole.log.close();
  }
}

/** Runs one schedule. Fails with `CommandsFailed`, which carries the seed and the commands. */
export async function runSchedule(terms: ScheduleTerms, coverage: Coverage): Promise<number> {
  const schedule = new Schedule(terms, coverage);
  try {
    await schedule.run();
  } catch (thrown) {
    throw new CommandsFailed(terms.seed, schedule.commands, thrown);
  }
  return schedule.commands.length;
}
