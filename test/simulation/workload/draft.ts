import type {
  Command,
  CommandDraft,
  CommandKind,
  DraftOf,
} from "../../../src/core/commands/commands.ts";

type LooseValue<V> = V extends number
  ? number
  : V extends bigint
    ? bigint
    : V extends readonly unknown[] | Uint8Array
      ? V
      : V extends object
        ? Loose<V>
        : V;
/** Fields with plain numbers in the place of units, in groups too. */
export type Loose<T> = { [N in keyof T]: LooseValue<T[N]> };

/** A command from plain numbers: the one place of this folder that makes units. */
export function draft<K extends CommandKind>(
  kind: K,
  fields: Loose<Omit<DraftOf<K>, "kind">>,
): DraftOf<K> {
  return { kind, ...fields } as unknown as DraftOf<K>;
}

export function stamped(command: CommandDraft, seq: number, timeMs: number): Command {
  return { ...command, seq, timeMs } as unknown as Command;
}
