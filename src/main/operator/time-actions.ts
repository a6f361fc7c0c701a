/** Administrative actions on exchange time: shows it, and accepts the wall clock after a jump. */
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type { AcceptedTime, TimeActions } from "../../ops/time-port.ts";
import type { Engine } from "../engine.ts";
import { BACKWARD_MS_MAX, JUMP_MS } from "../exchange-clock.ts";
import { timeText } from "../exchange-time.ts";
import { refuse } from "./admin-command.ts";

const HOUR_MS = 3_600_000;

function accept({ time }: Engine, seenMs: number): AdminOutcome<AcceptedTime> {
  const accepted = time.accept(seenMs);
  switch (accepted.kind) {
    case "stepped": {
      const from = timeText(accepted.fromMs);
      return { done: { result: "stepped", from, to: timeText(accepted.toMs), takesMs: 0 } };
    }
    case "converging": {
      const { exchangeMs, wallMs } = time.view();
      const { takesMs } = accepted;
      const from = timeText(exchangeMs);
      return { done: { result: "converging", from, to: timeText(wallMs), takesMs } };
    }
    case "not_held":
      return refuse("conflict", "no jump of the clock is held: there is nothing to accept");
    case "changed":
      return refuse("conflict", `the difference is ${accepted.differenceMs} ms now, look again`);
    case "too_far_back":
      return refuse(
        "conflict",
        `exchange time cannot go back, and at half speed it would take twice ` +
          `${Math.round(-accepted.differenceMs / HOUR_MS)} hours, at most ` +
          `${BACKWARD_MS_MAX / HOUR_MS} can be accepted: set the clock right, or stop the ` +
          "exchange and restore the data directory from a copy made before the jump",
      );
    case "implausible":
      return refuse("invalid", `${timeText(accepted.wallMs)} cannot be: set the clock right`);
  }
}

/** Returns all administrative actions on exchange time. */
export function timeActions(parts: {
  readonly engine: Engine;
  readonly unattendedMs: number;
}): TimeActions {
  const { engine, unattendedMs } = parts;
  return {
    time() {
      const { differenceMs, exchangeMs, heldForMs, hold, mode, wallMs } = engine.time.view();
      return {
        exchangeTime: timeText(exchangeMs),
        wallClock: timeText(wallMs),
        differenceMs,
        mode,
        cause: hold?.cause ?? "",
        heldSince: hold === undefined ? "" : timeText(hold.sinceMs),
        heldForMs,
        jumpMs: JUMP_MS,
        unattendedMs,
      };
    },
    acceptTime: (differenceMs) => accept(engine, differenceMs),
  };
}
