import type { Command, CommandKind, CommandOf } from "../../../src/core/commands.ts";

type WithoutStamp<C> = C extends Command ? Omit<C, "seq" | "timeMs"> : never;

/** A command before the sequencer gave it its place and time. */
export type Unstamped = WithoutStamp<Command>;
export type UnstampedOf<K extends CommandKind> = Omit<CommandOf<K>, "seq" | "timeMs">;

type Loose<T> = {
  [N in keyof T]: T[N] extends number ? number : T[N] extends bigint ? bigint : T[N];
};

/** A command from plain numbers: the one place of this folder that makes units. */
export function unstamped<K extends CommandKind>(
  kind: K,
  fields: Loose<Omit<UnstampedOf<K>, "kind">>,
) {
  return { kind, ...fields } as unknown as UnstampedOf<K> & Unstamped;
}

export function stamped(command: Unstamped, seq: number, timeMs: number): Command {
  return { ...command, seq, timeMs } as unknown as Command;
}
