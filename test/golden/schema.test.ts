import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { COMMAND_FORMAT } from "../../src/core/commands/command-codec.ts";
import { COMMANDS } from "../../src/core/commands/commands.ts";
import { type GroupedFields, schemaText } from "../../src/core/commands/schema.ts";
import { EVENTS } from "../../src/core/events/events.ts";
import { STATE_FORMAT } from "../../src/core/state-encoding.ts";

function hashOf(schema: Readonly<Record<string, GroupedFields>>): string {
  return createHash("sha256").update(schemaText(schema)).digest("hex").slice(0, 32);
}

/** A change of a schema, except the new name of a field, changes bytes: raise the format too. */
it("commands, events and state have the pinned schema of their format", () => {
  expect({
    commandFormat: COMMAND_FORMAT,
    commands: hashOf(COMMANDS),
    events: hashOf(EVENTS),
    stateFormat: STATE_FORMAT,
  }).toMatchInlineSnapshot(`
    {
      "commandFormat": 11,
      "commands": "2a1d90b04abe2d59c4d4c70e64e86430",
      "events": "a532ee275e321ea04caf7962e2743147",
      "stateFormat": 18,
    }
  `);
});
