/** Ends a switch over a closed list: the compiler proves that no case is left. */
export function unreachable(value: never): never {
  throw new Error(`a case is missing for ${JSON.stringify(value)}`);
}
