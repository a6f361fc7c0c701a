/**
 * Subscribers that receive the pushes of the paced channels together. With thousands of them a push
 * takes tens of milliseconds to write; in groups each receives the state of the moment at which its
 * group is written.
 */
export interface PushGroup {
  /** Distinguishes the groups. */
  readonly index: number;
  /**
   * Calls `push` at once, or when it is the turn of this group, because pushes to other groups are
   * still being written. The returned function cancels a call that waits.
   */
  whenFree(push: () => void): (() => void) | undefined;
  /**
   * Calls `callback` whenever this group gets its turn after waiting for others: what will be due
   * soon can be pushed with what was due, in one write. The returned function ends it.
   */
  onTurn(callback: () => void): () => void;
}
