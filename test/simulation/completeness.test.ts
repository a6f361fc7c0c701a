/** What a new kind of command, event or rejection must have before the simulation counts it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { REJECTIONS } from "../../src/core/base/rejections.ts";
import { CLOSE_REASONS } from "../../src/core/base/vocabulary.ts";
import { COMMAND_KINDS } from "../../src/core/commands/commands.ts";
import { EVENT_KINDS } from "../../src/core/events/events.ts";
import { Coverage, RESERVED_REJECTIONS } from "./coverage.ts";
import { GROUPED_FORM_NAMES } from "./workload/forms.ts";
import { DRAWN_IN, PROFILES, profileOf } from "./workload/profiles.ts";

const CORE = join(import.meta.dirname, "../../src/core");
const NAIVE = join(import.meta.dirname, "naive");

/** All sources below a folder, tests and the named files left out, as one text. */
function textBelow(folder: string, leftOut: readonly string[] = []): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .filter((path) => !leftOut.includes(path))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n");
}

describe("the simulation", () => {
  const naive = textBelow(NAIVE);

  it.each([...COMMAND_KINDS, ...GROUPED_FORM_NAMES])(
    "sends %s in every profile, or in the one of its own",
    (kind) => {
      const own = DRAWN_IN[kind];
      const sending = PROFILES.filter((name) => profileOf(name).weights[kind] > 0);
      expect(sending).toEqual(own === undefined ? PROFILES : [own]);
    },
  );

  it.each(COMMAND_KINDS)("has its own idea of what %s does", (kind) => {
    expect(naive).toContain(`case "${kind}":`);
  });

  it.each(EVENT_KINDS)("has its own idea of when %s is emitted", (kind) => {
    expect(naive).toMatch(new RegExp(`emit\\(\\s*"${kind}"`));
  });

  it("demands every kind, rejection and reason of a run that counts", () => {
    const demanded = new Set(new Coverage().missing());
    const wanted = [
      ...COMMAND_KINDS.map((kind) => `command ${kind}`),
      ...EVENT_KINDS.map((kind) => `event ${kind}`),
      ...CLOSE_REASONS.map((reason) => `CLOSE_REASONS ${reason}`),
      ...REJECTIONS.filter((one) => !RESERVED_REJECTIONS.includes(one)).map(
        (one) => `rejection ${one}`,
      ),
    ];
    expect(wanted.filter((what) => !demanded.has(what))).toEqual([]);
  });

  it("excuses a rejection only while the core never raises it", () => {
    const core = textBelow(CORE, ["base/rejections.ts"]);
    expect(RESERVED_REJECTIONS.filter((one) => core.includes(`"${one}"`))).toEqual([]);
  });
});
