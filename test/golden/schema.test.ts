import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { COMMAND_FORMAT } from "../../src/core/command-codec.ts";
import { COMMANDS } from "../../src/core/commands.ts";
import { EVENTS } from "../../src/core/events.ts";
import { type Fields, schemaText } from "../../src/core/schema.ts";
import { STATE_FORMAT } from "../../src/core/state-encoding.ts";

function hashOf(schema: Readonly<Record<string, Fields>>): string {
  return createHash("sha256").update(schemaText(schema)).digest("hex").slice(0, 32);
}

/** A change of a schema is a change of its bytes: raise the format with the hash. */
it("commands, events and state have the pinned schema of their format", () => {
  expect({
    commandFormat: COMMAND_FORMAT,
    commands: hashOf(COMMANDS),
    events: hashOf(EVENTS),
    stateFormat: STATE_FORMAT,
  }).toMatchInlineSnapshot(`
    {
      "commandFormat": 8,
      "commands": "88683d7d07b829da628a7a832ba08797",
      "events": "505a06e0558e3523f5da87f65e4d61fd",
      "stateFormat": 11,
    }
  `);
});
