import { describe, expect, it } from "vitest";
import { Random } from "../../simulation/random.ts";
import { openStage, VENUES } from "./colluders.ts";
import { playProgram } from "./play.ts";
import { mutated, randomProgram } from "./program.ts";

const stage = await openStage();

describe("a program of colluders", () => {
  it("comes to the same each time, and so do its children", () => {
    for (const venue of VENUES) {
      const [first, again] = [new Random(7), new Random(7)].map((random) => {
        const program = mutated(random, randomProgram(random, venue));
        return { program, gains: playProgram(stage, program) };
      });
      expect(first).toEqual(again);
    }
  });

  it("that does nothing gains and costs nothing", () => {
    const venue = "usdt" as const;
    const program = {
      venue,
      isUnified: false,
      colluders: 5,
      staleMove: 0,
      staleSeconds: 0,
      moves: [],
    };
    expect(playProgram(stage, program)).toMatchObject({ colluders: 0, house: -0, honest: 0 });
  });
});
