import { EventBuffer, EventReader } from "../../src/core/events/event-buffer.ts";

/** The events of a tick that is the command `seq`, `seq` seconds after 1970. */
export function tickEvents(seq: number, timeMs = seq * 1_000): Float64Array {
  const events = new EventBuffer();
  events.write("command_applied", { seq, timeMs, command: "tick" });
  return events.copyWords();
}

/** Seqs of the commands in these events. */
export function ticksOf(words: Float64Array): number[] {
  const seqs: number[] = [];
  const reader = new EventReader(words);
  while (reader.next()) if (reader.kind === "command_applied") seqs.push(reader.seq);
  return seqs;
}
