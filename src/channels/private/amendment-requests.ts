/** Request ids of amendments, which the pushes of the amended orders repeat (websocket.md 6.1). */
import type { DraftOf } from "../../core/commands/commands.ts";

/** The sequencer writes the seq into the command when the command enters a batch. */
type Amendment = DraftOf<"amend_order"> & { readonly seq?: number };

/**
 * Amendments that were submitted with a request id and have no outcome yet. They are not journaled:
 * the ids concern only clients that are connected now. The sequencer bounds their number.
 */
export class AmendmentRequests {
  /** By user. */
  readonly #pending = new Map<number, Map<Amendment, string>>();

  get count(): number {
    let count = 0;
    for (const pending of this.#pending.values()) count += pending.size;
    return count;
  }

  /** Keeps the request id of a command. Returns a function that forgets it. */
  keep(command: Amendment, requestId: string): () => void {
    const { user } = command;
    const pending = this.#pending.get(user) ?? new Map<Amendment, string>();
    this.#pending.set(user, pending.set(command, requestId));
    return () => {
      pending.delete(command);
      if (pending.size === 0 && this.#pending.get(user) === pending) this.#pending.delete(user);
    };
  }

  /** Returns the request id of the user's amendment with this seq, if it has one. */
  find(user: number, seq: number): string | undefined {
    for (const [command, requestId] of this.#pending.get(user) ?? []) {
      if (command.seq === seq) return requestId;
    }
    return undefined;
  }
}
