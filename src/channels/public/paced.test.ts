import { expect, it } from "vitest";
import { VirtualClock } from "../../../test/support/virtual-clock.ts";
import { Paced } from "./paced.ts";

const INTERVAL_MS = 50;

/** A backlog that is written when the test says so. */
class TestBacklog {
  isWriting = false;
  readonly callbacks = new Set<() => void>();

  afterWriting(callback: () => void): () => void {
    this.callbacks.add(callback);
    return () => this.callbacks.delete(callback);
  }

  written(): void {
    this.isWriting = false;
    const callbacks = [...this.callbacks];
    this.callbacks.clear();
    for (const callback of callbacks) callback();
  }
}

function paced() {
  const clock = new VirtualClock(0);
  const backlog = new TestBacklog();
  const published: number[] = [];
  const subject = new Paced(clock, INTERVAL_MS, () => published.push(clock.monotonicMs()), backlog);
  return { backlog, clock, published, subject };
}

it("publishes at once, and then when the interval ends", () => {
  const { clock, published, subject } = paced();
  const beganMs = clock.monotonicMs();
  subject.request();
  subject.request();
  subject.request();
  clock.advance(INTERVAL_MS - 1);
  expect(published).toEqual([beganMs]);
  clock.advance(1);
  expect(published).toEqual([beganMs, beganMs + INTERVAL_MS]);
});

it("publishes once, and not before earlier pushes are written", () => {
  const { backlog, clock, published, subject } = paced();
  subject.request();
  backlog.isWriting = true;
  subject.request();
  clock.advance(INTERVAL_MS * 3);
  subject.request();
  expect([published.length, subject.isWaiting]).toEqual([1, true]);
  backlog.written();
  expect([published.length, subject.isWaiting]).toEqual([2, false]);
  backlog.written();
  clock.advance(INTERVAL_MS);
  expect(published).toHaveLength(2);
});

it("publishes nothing after it was stopped while pushes were written", () => {
  const { backlog, published, subject } = paced();
  backlog.isWriting = true;
  subject.request();
  subject.stop();
  backlog.written();
  expect([published, backlog.callbacks.size]).toEqual([[], 0]);
});
