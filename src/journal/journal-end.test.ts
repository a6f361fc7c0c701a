import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { GENESIS_HASH } from "./command-log.ts";
import { EndRecorder, type RecordedEnd, readRecordedEnd } from "./journal-end.ts";
import { nodeFileLayer } from "./node-file-layer.ts";

const RETRY_MS = 60_000;
const top = temporaryDirectory("journal-end");
const directory = join(top, "venue");
const path = join(directory, "durable-end.json");

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  rmSync(top, { recursive: true });
});

function endAt(seq: number): RecordedEnd {
  return { seq, hash: GENESIS_HASH, segment: "1.segment", epoch: 1 };
}

it("records the end again after a failure, until it succeeds", async () => {
  const faults: unknown[] = [];
  const onFault = (fault: unknown): number => faults.push(fault);
  const recorder = new EndRecorder({ files: nodeFileLayer, path, onFault, retryMs: RETRY_MS });
  await recorder.record(endAt(7));
  vi.advanceTimersByTime(RETRY_MS);
  await recorder.close();
  expect(faults).toEqual([expect.any(Error), expect.any(Error)]);

  await recorder.record(endAt(9));
  mkdirSync(directory);
  vi.advanceTimersByTime(RETRY_MS);
  await recorder.close();
  expect(faults.slice(2)).toEqual([expect.any(Error), undefined]);
  expect(await readRecordedEnd(nodeFileLayer, path)).toEqual(endAt(9));
  vi.advanceTimersByTime(RETRY_MS);
  expect(vi.getTimerCount()).toBe(0);
});
