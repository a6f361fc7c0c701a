/**
 * Failure of a disk, a peer or its data. Handled where the process can recover, otherwise the
 * process ends cleanly. Each subclass has a closed list of codes.
 */
export abstract class OperatingFault extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Returns the message of any thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
