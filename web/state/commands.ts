/**
 * Everything that a key or the command palette can do. Panels register their commands while they
 * are mounted; `keys.ts` runs them.
 */
import { createSignal, onCleanup } from "solid-js";

export type Command = {
  /** Name in the palette and in the list of keys, such as "Cancel all orders of this market". */
  readonly title: string;
  /** Closed word that preferences store changed keys under, such as `cancel-all`. */
  readonly id: string;
  /** Default key, as `Shift+C`; absent for commands of the palette alone. */
  readonly key?: string;
  /** Whether the key works only while trading keys are enabled. */
  readonly isTrading?: boolean;
  readonly run: () => void;
};

const [commands, setCommands] = createSignal<readonly Command[]>([]);

/** Commands of the mounted panels, in the order of their registration. */
export { commands };

/** Registers commands for as long as the calling component is mounted. */
export function useCommands(added: readonly Command[]): void {
  setCommands((known) => [...known, ...added]);
  onCleanup(() => setCommands((known) => known.filter((command) => !added.includes(command))));
}
