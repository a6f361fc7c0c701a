#!/usr/bin/env node
/** Entry point of the operator's commands; `--help` lists them. */
import { messageOf } from "../src/journal/operating-fault.ts";
import { bourseProgram } from "./bourse-program.ts";

try {
  await bourseProgram().parseAsync();
} catch (thrown) {
  process.stderr.write(`${messageOf(thrown)}\n`);
  process.exitCode = 1;
}
