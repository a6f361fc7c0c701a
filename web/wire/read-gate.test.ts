import { afterEach, expect, it, vi } from "vitest";
import { READS_WAIT_MS, ReadGate } from "./read-gate.ts";

afterEach(() => void vi.useRealTimers());

it("ends the session when the reads on their way are answered, and starts no other", async () => {
  const gate = new ReadGate();
  const steps: string[] = [];
  const first = Promise.withResolvers<string>();
  const read = gate.through(() => first.promise).then((answer) => steps.push(answer));
  const ended = gate.shutFor(async () => void steps.push("ended"));
  const late = vi.fn(async () => "late");
  void gate.through(late);
  first.resolve("answered");
  await Promise.all([read, ended]);
  expect(steps).toEqual(["answered", "ended"]);
  expect(late).not.toHaveBeenCalled();
});

it("goes on with reads when the session could not be ended", async () => {
  const gate = new ReadGate();
  const failed = gate.shutFor(() => Promise.reject(new Error("unreachable")));
  const late = gate.through(async () => "late");
  await expect(failed).rejects.toThrow("unreachable");
  await expect(late).resolves.toBe("late");
  await expect(gate.through(async () => "next")).resolves.toBe("next");
});

it("lets failed reads pass, and does not wait for them again", async () => {
  const gate = new ReadGate();
  await expect(gate.through(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const end = vi.fn(async () => {});
  await gate.shutFor(end);
  expect(end).toHaveBeenCalledOnce();
});

it("waits for a read that nobody answers for a moment only", async () => {
  vi.useFakeTimers();
  const gate = new ReadGate();
  void gate.through(() => new Promise(() => {}));
  const end = vi.fn(async () => {});
  const ended = gate.shutFor(end);
  await vi.advanceTimersByTimeAsync(READS_WAIT_MS - 1);
  expect(end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(end).toHaveBeenCalledOnce();
});
