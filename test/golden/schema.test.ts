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

/** A change of a schema is a change of its bytes: raise the format with the hash. */
it("commands, events and state have the pinned schema of their format", () => {
  expect({
    commandFormat: COMMAND_FORMAT,
    commands: hashOf(COMMANDS),
    events: hashOf(EVENTS),
    stateFormat: STATE_FORMAT,
  }).toMatchInlineSnapshot(`
    {
      "commandFormat": 9,
      "commands": "ea9db44ab6cd81699fec8c18fb316ea9",
      "events": "22bdcd1282fe46a2d4dcdc7223a269de",
      "stateFormat": 11,
    }
  `);
});
