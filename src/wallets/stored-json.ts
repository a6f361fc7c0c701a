/** Reads JSON that this folder wrote. */

/** A kept text is not what was written. */
export class StoredJsonDamaged extends Error {
  readonly code = "chain_file_damaged";
}

/** Returns the members of a JSON object; throws `StoredJsonDamaged`. */
export function parseJsonRecord(source: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below with what was expected.
  }
  throw new StoredJsonDamaged("a JSON object is kept");
}

/** Returns a member that is a text; throws `StoredJsonDamaged`. */
export function text(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  if (typeof value !== "string") throw new StoredJsonDamaged(`${name} is a text`);
  return value;
}
