import { afterEach, describe, expect, it, vi } from "vitest";
import { Int32Column } from "./columns.ts";
import { TableMemory } from "./table-memory.ts";

const MIB = 1024 * 1024;

afterEach(() => {
  vi.unstubAllGlobals();
});

function words({ buffer, recordsAt }: TableMemory): Int32Array {
  return new Int32Array(buffer, recordsAt);
}

/** Grows to each size and returns for each growth whether it copied the records. */
function copiesOf(memory: TableMemory, sizes: readonly number[]): boolean[] {
  return sizes.map((bytes) => {
    const before = memory.buffer;
    const present = words(memory).length;
    words(memory)[present - 1] = present;
    memory.grow(bytes);
    const after = words(memory);
    expect(after.length * 4).toBeGreaterThanOrEqual(bytes);
    expect(after[present - 1]).toBe(present);
    expect(after.subarray(present).every((word) => word === 0)).toBe(true);
    // The former view of memory that grew in place is no longer valid.
    return before.byteLength > 0;
  });
}

describe("TableMemory", () => {
  it("keeps its records and adds empty ones; a large table is not copied", () => {
    const memory = new TableMemory(256);
    expect(copiesOf(memory, [257, 4_096, 400_000, MIB])).toEqual([true, true, true, true]);
    expect(copiesOf(memory, [MIB + 1, 3 * MIB, 9 * MIB])).toEqual([false, false, false]);
  });

  it("begins records of 64 bytes at cache lines", () => {
    expect(new TableMemory(2 * MIB).recordsAt % 64).toBe(0);
    // Large buffers of the heap begin 16 bytes into a page.
    expect((new TableMemory(4_096).recordsAt + 16) % 64).toBe(0);
  });

  it("copies large tables where the system has no addresses for such memory", () => {
    const Memory = class {
      constructor() {
        throw new RangeError("could not allocate memory");
      }
    };
    vi.stubGlobal("WebAssembly", { Memory });
    expect(copiesOf(new TableMemory(2 * MIB), [3 * MIB, 9 * MIB])).toEqual([true, true]);
  });
});

it("a column keeps what was set, whatever its size", () => {
  const column = new Int32Column();
  for (let slot = 0; slot < MIB; slot++) column.set(slot, slot * 3);
  let wrong = 0;
  for (let slot = 0; slot < MIB; slot++) if (column.get(slot) !== slot * 3) wrong += 1;
  expect(wrong).toBe(0);
});
