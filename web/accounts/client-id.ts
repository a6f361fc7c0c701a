/** Length of client ids; the shortest limit of the interface is 32. */
const BYTES = 12;

/**
 * Returns an id for an order that a person places deliberately: equal requests of a session within
 * two seconds count as one.
 */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `t${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
