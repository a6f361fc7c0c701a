/**
 * Disk, peer or bytes went wrong: handled where something can be done, else the process ends
 * cleanly. Subclasses close the list of codes.
 */
export abstract class OperatingFault extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
