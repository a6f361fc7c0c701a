import { expect, it } from "vitest";
import { GENESIS_HASH } from "./command-log.ts";
import { decodeSnapshot, encodeSnapshotHeader, SNAPSHOT_HEADER_BYTES } from "./snapshot-format.ts";

const state = Uint8Array.from({ length: 40 }, (_, index) => index);
const snapshot = { seq: 7, timeMs: 1_700_000_000_000, journalHash: GENESIS_HASH, state };
const whole = new Uint8Array([...encodeSnapshotHeader(snapshot), ...state]);

it("no flipped bit of a snapshot is read as intact", () => {
  expect(decodeSnapshot(whole)).toEqual(snapshot);
  expect(whole.length).toBe(SNAPSHOT_HEADER_BYTES + state.length);
  for (let at = 0; at < whole.length; at++) {
    for (const bit of [1, 16, 128]) {
      const spoilt = whole.slice();
      spoilt[at] = (whole[at] ?? 0) ^ bit;
      expect(decodeSnapshot(spoilt), `bit ${bit} of byte ${at}`).toBeTypeOf("string");
    }
  }
});

it("no cut or longer snapshot is read as intact", () => {
  for (let bytes = 0; bytes < whole.length; bytes++) {
    expect(decodeSnapshot(whole.subarray(0, bytes)), `${bytes} bytes`).toBeTypeOf("string");
  }
  expect(decodeSnapshot(new Uint8Array([...whole, 0]))).toBeTypeOf("string");
});
