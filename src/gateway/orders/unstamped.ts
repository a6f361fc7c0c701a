import type { Seq, TimeMs } from "../../core/money/units.ts";

/** The stamp of a command that the sequencer has not seen yet: it sets both. */
export const UNSTAMPED: { readonly seq: Seq; readonly timeMs: TimeMs } = {
  seq: 0 as Seq,
  timeMs: 0 as TimeMs,
};
