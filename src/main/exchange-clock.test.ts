import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BACKWARD_MS_MAX,
  type ClockView,
  CONVERGING_SLEW,
  ExchangeClock,
  JUMP_MS,
  SAMPLE_INTERVAL_MS,
  SLEW_MAX,
} from "./exchange-clock.ts";

const START_MS = Date.UTC(2026, 5, 1);
const HOUR_MS = 3_600_000;
const SPAN_MS = 168 * HOUR_MS;

/** Fake clocks of a machine that a test can move independently. */
class Machine {
  wall = START_MS;
  monotonic = 10;
  /** Time for which the thread is suspended once between the reads of the two clocks, in ms. */
  suspendedMs = 0;
  readonly held: ClockView[] = [];
  readonly released: { readonly view: ClockView; readonly steppedMs: number }[] = [];
  readonly clock: ExchangeClock;

  constructor(options: { readonly lastMs?: number; readonly wallMs?: number } = {}) {
    this.wall = options.wallMs ?? START_MS;
    this.clock = new ExchangeClock({
      lastMs: options.lastMs ?? 0,
      unattendedMs: SPAN_MS,
      monotonicMs: () => this.monotonic,
      wallMs: () => {
        const wall = this.wall;
        this.pass(this.suspendedMs);
        this.suspendedMs = 0;
        return wall;
      },
      listener: {
        onHeld: (view) => this.held.push(view),
        onReleased: (view, steppedMs) => this.released.push({ view, steppedMs }),
      },
    });
  }

  /** Advances both clocks without sampling. */
  pass(ms: number): void {
    this.wall += ms;
    this.monotonic += ms;
  }

  /** Advances both clocks and samples at the regular interval. */
  run(ms: number): void {
    for (let remainingMs = ms; remainingMs > 0; remainingMs -= SAMPLE_INTERVAL_MS) {
      this.pass(Math.min(remainingMs, SAMPLE_INTERVAL_MS));
      this.clock.sample();
    }
  }

  get differenceMs(): number {
    return this.wall - this.clock.nowMs();
  }
}

describe("the exchange clock", () => {
  it("begins at the wall clock and follows it", () => {
    const machine = new Machine();
    expect(machine.clock.nowMs()).toBe(START_MS);
    machine.run(HOUR_MS);
    expect(machine.clock.nowMs()).toBe(START_MS + HOUR_MS);
    expect(machine.clock.view()).toMatchObject({ mode: "following", differenceMs: 0 });
  });

  it.each([1, -1])(
    "corrects a difference of %s s from the wall clock by 5 ms a second",
    (seconds) => {
      const machine = new Machine();
      machine.wall += seconds * 1_000;
      machine.run(1_000);
      expect(machine.differenceMs * seconds).toBeGreaterThanOrEqual(994);
      machine.run(100_000);
      expect(machine.differenceMs * seconds).toBeGreaterThan(490);
      machine.run(110_000);
      expect(Math.abs(machine.differenceMs)).toBeLessThanOrEqual(1);
      expect(machine.held).toEqual([]);
    },
  );

  it.each([10 * 365 * 24 * HOUR_MS, HOUR_MS, JUMP_MS + 100, -JUMP_MS - 100, -HOUR_MS])(
    "holds a jump of %s ms, and follows again when the clock is set right",
    (jumpMs) => {
      const machine = new Machine();
      machine.run(1_000);
      machine.wall += jumpMs;
      machine.run(5_000);
      expect(machine.clock.isHeld).toBe(true);
      expect(machine.clock.nowMs()).toBe(START_MS + 6_000);
      expect(machine.held).toHaveLength(1);
      expect(machine.held[0]).toMatchObject({ differenceMs: jumpMs, hold: { cause: "jump" } });
      machine.wall -= jumpMs;
      machine.run(100);
      expect(machine.clock.isHeld).toBe(false);
      expect(machine.released).toMatchObject([{ steppedMs: 0, view: { heldForMs: 5_000 } }]);
      machine.run(10_000);
      expect(machine.clock.nowMs()).toBe(START_MS + 16_100);
    },
  );

  it("sees a jump after a suspended machine, not after a stopped process", () => {
    const machine = new Machine();
    machine.pass(30_000);
    machine.clock.sample();
    expect(machine.clock.isHeld).toBe(false);
    expect(machine.differenceMs).toBe(0);
    machine.wall += 30_000;
    machine.clock.sample();
    expect(machine.clock.isHeld).toBe(true);
  });

  it("advances by at most the span while the process is stopped", () => {
    const machine = new Machine();
    machine.pass(SPAN_MS + HOUR_MS);
    expect(machine.clock.nowMs()).toBe(START_MS + SPAN_MS);
    machine.clock.sample();
    expect(machine.clock.isHeld).toBe(true);
    machine.run(1_000);
    expect(machine.clock.nowMs()).toBe(START_MS + SPAN_MS + 1_000);
  });

  it("sees no jump when the thread is suspended between two reads", () => {
    const machine = new Machine();
    machine.suspendedMs = JUMP_MS + 1_000;
    machine.clock.sample();
    expect(machine.clock.isHeld).toBe(false);
    expect(machine.differenceMs).toBe(0);
  });
});

describe("a start", () => {
  it.each([
    ["after an hour", START_MS - HOUR_MS],
    ["after the whole span", START_MS - SPAN_MS],
    ["behind a little", START_MS + 2_000],
  ])("adopts the wall clock %s", (_, lastMs) => {
    const machine = new Machine({ lastMs });
    expect(machine.clock.isHeld).toBe(false);
    expect(machine.clock.nowMs()).toBe(Math.max(lastMs, START_MS));
  });

  it.each([
    ["further ahead than the span", START_MS - SPAN_MS - 1],
    ["behind the journal", START_MS + JUMP_MS + 1],
  ])("holds with a wall clock %s and continues from the journal's last time", (_, lastMs) => {
    const machine = new Machine({ lastMs });
    expect(machine.held).toMatchObject([{ hold: { cause: "start" } }]);
    machine.run(1_000);
    expect(machine.clock.nowMs()).toBe(lastMs + 1_000);
  });

  it("ends a hold when the clock is set to a time that a start would adopt", () => {
    const machine = new Machine({ lastMs: START_MS, wallMs: START_MS + 2 * SPAN_MS });
    machine.run(1_000);
    machine.wall -= 2 * SPAN_MS - HOUR_MS;
    machine.run(100);
    expect(machine.released).toMatchObject([{ steppedMs: HOUR_MS }]);
    expect(machine.clock.nowMs()).toBe(machine.wall);
  });

  it.each([0, Date.UTC(2019, 11, 31), Date.UTC(2100, 0)])(
    "of a new exchange is refused at %s ms since 1970",
    (wallMs) => {
      expect(() => new Machine({ wallMs })).toThrow(/set it right before the first start/);
    },
  );
});

describe("acceptance by the operator", () => {
  it("is refused while the clock is not held", () => {
    expect(new Machine().clock.accept(0)).toEqual({ kind: "not_held" });
  });

  it("steps forward to the wall clock", () => {
    const machine = new Machine();
    machine.wall += HOUR_MS;
    machine.run(1_000);
    const fromMs = START_MS + 1_000;
    const toMs = fromMs + HOUR_MS;
    expect(machine.clock.accept(HOUR_MS)).toEqual({ kind: "stepped", fromMs, toMs });
    expect(machine.clock.isHeld).toBe(false);
    machine.run(1_000);
    expect(machine.clock.nowMs()).toBe(machine.wall);
    expect(machine.held).toHaveLength(1);
  });

  it("is refused for an outdated difference", () => {
    const machine = new Machine();
    machine.wall += HOUR_MS;
    machine.run(100);
    machine.wall += HOUR_MS;
    const outcome = machine.clock.accept(HOUR_MS);
    expect(outcome).toEqual({ kind: "changed", differenceMs: 2 * HOUR_MS });
    expect(machine.clock.isHeld).toBe(true);
  });

  it("slows exchange time to half speed after a wall clock that stepped back", () => {
    const machine = new Machine();
    machine.run(1_000);
    machine.wall -= 120_000;
    machine.run(100);
    const outcome = machine.clock.accept(-120_000);
    expect(outcome).toEqual({ kind: "converging", differenceMs: -120_000, takesMs: 230_000 });
    expect(machine.clock.isHeld).toBe(false);
    machine.run(100_000);
    expect(machine.clock.view()).toMatchObject({ mode: "converging", differenceMs: -70_000 });
    machine.run(130_100);
    expect(machine.clock.view().mode).toBe("following");
    machine.run(1_100_000);
    expect(Math.abs(machine.differenceMs)).toBeLessThanOrEqual(1);
    expect(machine.held).toHaveLength(1);
  });

  it.each([-60_000, 300_000])(
    "does not cover a further jump of %s ms while converging",
    (jumpMs) => {
      const machine = new Machine();
      machine.wall -= 120_000;
      machine.run(100);
      machine.clock.accept(-120_000);
      machine.run(10_000);
      machine.wall += jumpMs;
      machine.run(100);
      expect(machine.clock.isHeld).toBe(true);
    },
  );

  it("is refused for a step back that would take days", () => {
    const machine = new Machine();
    const jumpMs = -BACKWARD_MS_MAX - 1_000;
    machine.wall += jumpMs;
    machine.run(100);
    const outcome = machine.clock.accept(jumpMs);
    expect(outcome).toEqual({ kind: "too_far_back", differenceMs: jumpMs });
  });

  it("is refused for an implausible time", () => {
    const machine = new Machine();
    machine.wall += 90 * 366 * 24 * HOUR_MS;
    machine.run(100);
    expect(machine.clock.accept(machine.differenceMs)).toMatchObject({ kind: "implausible" });
  });
});

type ClockAction =
  | { readonly kind: "run"; readonly ms: number }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "suspend"; readonly ms: number }
  | { readonly kind: "set"; readonly ms: number }
  | { readonly kind: "accept" };

const clockActions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("run" as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.double({ min: 0, max: 40_000, noNaN: true }),
    }),
    fc.record({ kind: fc.constant("suspend" as const), ms: fc.integer({ min: 1, max: 9_000 }) }),
    fc.record({
      kind: fc.constant("set" as const),
      ms: fc.oneof(
        fc.integer({ min: -JUMP_MS, max: JUMP_MS }),
        fc.integer({ min: -2 * BACKWARD_MS_MAX, max: 2 * SPAN_MS }),
      ),
    }),
    fc.record({ kind: fc.constant("accept" as const) }),
  ),
  { maxLength: 40 },
);

/** Applies an action; calls `onReading` after each reading of exchange time. */
function applyAction(machine: Machine, action: ClockAction, onReading: () => void): void {
  if (action.kind === "set") machine.wall += action.ms;
  else if (action.kind === "suspend") machine.suspendedMs = action.ms;
  else if (action.kind === "pass") machine.pass(action.ms);
  else if (action.kind === "accept") {
    const { differenceMs } = machine.clock.view();
    machine.clock.accept(differenceMs);
  } else {
    for (let remainingMs = action.ms; remainingMs > 0; remainingMs -= SAMPLE_INTERVAL_MS) {
      machine.pass(Math.min(remainingMs, SAMPLE_INTERVAL_MS));
      onReading();
      machine.clock.sample();
      onReading();
    }
  }
  onReading();
}

describe("under arbitrary changes of the wall clock", () => {
  it("exchange time never steps back, and its rate stays within bounds except for accepted steps", () => {
    fc.assert(
      fc.property(clockActions, (all) => {
        const machine = new Machine();
        let last = { exchange: machine.clock.nowMs(), monotonic: machine.monotonic, steps: 0 };
        const check = (): void => {
          const exchange = machine.clock.nowMs();
          const steps = machine.released.reduce((sum, { steppedMs }) => sum + steppedMs, 0);
          const { monotonic } = machine;
          const passed = exchange - last.exchange - (steps - last.steps);
          const elapsed = monotonic - last.monotonic;
          expect(exchange).toBeGreaterThanOrEqual(last.exchange);
          // Both readings are rounded down.
          expect(passed).toBeLessThanOrEqual(elapsed * (1 + SLEW_MAX) + 2);
          expect(passed).toBeGreaterThanOrEqual(elapsed * CONVERGING_SLEW - 2);
          last = { exchange, monotonic, steps };
        };
        for (const action of all) applyAction(machine, action, check);
      }),
      { numRuns: 60 },
    );
  });

  it("exchange time steps only after acceptance, and converges once the clock is stable", () => {
    fc.assert(
      fc.property(clockActions, (all) => {
        const machine = new Machine();
        for (const action of all) {
          const before = machine.released.length;
          applyAction(machine, action, () => undefined);
          if (action.kind === "accept") continue;
          for (const { steppedMs } of machine.released.slice(before)) expect(steppedMs).toBe(0);
        }
        machine.wall = machine.clock.nowMs() + JUMP_MS - 100;
        machine.suspendedMs = 0;
        machine.clock.sample();
        machine.run(1_100_000);
        expect(machine.clock.view()).toMatchObject({ mode: "following", hold: undefined });
        expect(Math.abs(machine.differenceMs)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});
