/** Numbers on the command lines of the tools that run a test by hand. */
import { parseArgs } from "node:util";

/**
 * Reads an option for each name, a whole number above zero; `defaults` has what an absent one is.
 * Throws an error with one sentence for anything else: a run of no rounds would find no fault.
 */
export function readNumbers<Name extends string>(
  argv: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> {
  const names = Object.keys(defaults) as Name[];
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ args: [...argv], options });
  const numbers = names.map((name) => {
    const text = values[name];
    const value = text === undefined ? defaults[name] : Number(text);
    if (Number.isSafeInteger(value) && value > 0) return [name, value] as const;
    throw new Error(`--${name} '${text}': a whole number above 0 is expected`);
  });
  return Object.fromEntries(numbers) as Record<Name, number>;
}

/** As `readNumbers`, from the command line of this process; ends it with the sentence. */
export function numbersOfTool<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> {
  try {
    return readNumbers(process.argv.slice(2), defaults);
  } catch (thrown) {
    process.stderr.write(`${(thrown as Error).message}\n`);
    process.exit(2);
  }
}
