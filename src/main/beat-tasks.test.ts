import { expect, it } from "vitest";
import { VirtualExchange } from "../../test/support/virtual-exchange.ts";
import { BeatTasks } from "./beat-tasks.ts";

const START_MS = 1_780_000_000_000;

function tasksAt(nowMs: number) {
  const tasks = new BeatTasks(new VirtualExchange(nowMs));
  const runs: number[] = [];
  const { port } = tasks;
  return { tasks, port, runs, run: () => runs.push(port.nowMs()) };
}

it("runs a task at the first beat at which it is due, with the time of that beat", () => {
  const { port, run, runs, tasks } = tasksAt(START_MS);
  port.schedule(1_000, run);
  tasks.beat(START_MS + 999);
  expect(runs).toEqual([]);
  tasks.beat(START_MS + 1_030);
  tasks.beat(START_MS + 2_030);
  expect(runs).toEqual([START_MS + 1_030]);
});

it("counts the delay of a task that schedules another from the beat", () => {
  const { port, run, runs, tasks } = tasksAt(START_MS);
  port.schedule(0, () => port.schedule(500, run));
  tasks.beat(START_MS + 100);
  tasks.beat(START_MS + 500);
  expect(runs).toEqual([]);
  tasks.beat(START_MS + 600);
  expect(runs).toEqual([START_MS + 600]);
});

it("does not run a cancelled task", () => {
  const { port, run, runs, tasks } = tasksAt(START_MS);
  port.schedule(10, run)();
  tasks.beat(START_MS + 20);
  expect(runs).toEqual([]);
});
