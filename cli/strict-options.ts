/** Refusals of options and arguments that would mean something else than their caller expects. */
import type { Command as Program } from "commander";
import type { Environment } from "../src/main/config/environment-texts.ts";
import { flagsTakenByNpm } from "../src/main/config/npm-flags.ts";

/** Options that npm has as well: its own configuration may set them. */
const OPTIONS_OF_NPM: readonly (string | undefined)[] = ["--force", "--json"];

/** Throws when an option is given twice, or as an empty text, such as an unset shell variable. */
function watchOptions(command: Program): void {
  const given = new Set<string>();
  for (const option of command.options) {
    const { long } = option;
    const flag = long ?? option.flags;
    command.on(`option:${option.name()}`, (text: string | undefined) => {
      if (given.has(flag)) throw new Error(`${flag} is given more than once: give it once`);
      given.add(flag);
      if (text === "") throw new Error(`${flag} '': a value is expected`);
    });
  }
}

function refuseTaken({ options }: Program, environment: Environment): void {
  const flags = options
    .filter(({ long }) => !OPTIONS_OF_NPM.includes(long))
    .map(({ flags: text, long, required }) => ({ flag: long ?? text, hasValue: required }));
  const [sentence] = flagsTakenByNpm(flags, environment);
  if (sentence !== undefined) throw new Error(sentence);
}

/**
 * Lets every command below `program` refuse an option that npm has taken for its own, one that is
 * given twice, and empty texts. `exempt` are commands that refuse these by themselves.
 */
export function makeStrict(
  program: Program,
  environment: Environment,
  exempt: ReadonlySet<string>,
): void {
  program.hook("preSubcommand", (_parent, command) => {
    if (!exempt.has(command.name())) refuseTaken(command, environment);
  });
  program.hook("preAction", (_parent, command) => {
    if (command.args.includes("")) throw new Error("an argument is empty: a value is expected");
  });
  for (const command of program.commands) {
    if (command.commands.length > 0) makeStrict(command, environment, exempt);
    else if (!exempt.has(command.name())) watchOptions(command);
  }
}
