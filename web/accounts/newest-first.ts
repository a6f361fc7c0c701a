import { createMemo, createRoot } from "solid-js";

/** Signal of a list in the order of creation, newest first; ids decide between equal times. */
export function newestFirst<T extends { readonly id: string; readonly createdMs: number }>(
  rows: () => readonly T[],
): () => readonly T[] {
  return createRoot(() => createMemo(() => [...rows()].sort(byCreation)));
}

type Created = { readonly id: string; readonly createdMs: number };

function byCreation(one: Created, other: Created): number {
  return other.createdMs - one.createdMs || (one.id < other.id ? 1 : -1);
}
