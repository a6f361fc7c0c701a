import { expect, it } from "vitest";
import { VirtualClock } from "../../../test/support/virtual-clock.ts";
import { Paced } from "./paced.ts";
import type { PushGroup } from "./push-group.ts";

const INTERVAL_MS = 50;

/** A group whose turn comes when the test says so. */
class TestGroup implements PushGroup {
  readonly index = 0;
  isFree = true;
  readonly waiting = new Set<() => void>();
  readonly early = new Set<() => void>();

  whenFree(push: () => void): (() => void) | undefined {
    if (this.isFree) {
      push();
      return undefined;
    }
    this.waiting.add(push);
    return () => this.waiting.delete(push);
  }

  onTurn(callback: () => void): () => void {
    this.early.add(callback);
    return () => this.early.delete(callback);
  }

  free(): void {
    this.isFree = true;
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const push of [...waiting, ...this.early]) push();
  }
}

function paced() {
  const clock = new VirtualClock(0);
  const group = new TestGroup();
  const published: number[] = [];
  const subject = new Paced(clock, INTERVAL_MS, () => published.push(clock.monotonicMs()), group);
  return { clock, group, published, subject };
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

it("publishes once, and not before the turn of its group", () => {
  const { clock, group, published, subject } = paced();
  subject.request();
  group.isFree = false;
  subject.request();
  clock.advance(INTERVAL_MS * 3);
  subject.request();
  expect([published.length, subject.isWaiting]).toEqual([1, true]);
  group.free();
  expect([published.length, subject.isWaiting]).toEqual([2, false]);
  group.free();
  clock.advance(INTERVAL_MS);
  expect(published).toHaveLength(2);
});

it("publishes up to half an interval early when its group had to wait", () => {
  const { clock, group, published, subject } = paced();
  const beganMs = clock.monotonicMs();
  subject.request();
  subject.request();
  clock.advance(INTERVAL_MS / 2 - 1);
  group.free();
  expect(published).toEqual([beganMs]);
  clock.advance(1);
  group.free();
  expect(published).toEqual([beganMs, beganMs + INTERVAL_MS / 2]);
  expect([subject.isWaiting, group.early.size, clock.timerCount]).toEqual([false, 0, 0]);
  subject.request();
  clock.advance(INTERVAL_MS - 1);
  expect(published).toHaveLength(2);
  clock.advance(1);
  expect([published.length, group.early.size]).toEqual([3, 0]);
});

it("publishes nothing after it was stopped while its group waited", () => {
  const { group, published, subject } = paced();
  group.isFree = false;
  subject.request();
  subject.stop();
  group.free();
  expect([published, group.waiting.size]).toEqual([[], 0]);
});
