/** Pushes to many subscribers that are still being written. */
export interface PushBacklog {
  /** Whether pushes of earlier turns of the event loop have not been written. */
  readonly isWriting: boolean;
  /** Calls `callback` once they are written; the returned function cancels the call. */
  afterWriting(callback: () => void): () => void;
}
