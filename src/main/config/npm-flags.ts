/** Flags that npm takes for its own, because they were written before `--`. */
import type { Environment } from "./environment-texts.ts";

/** Values that a suggested command repeats; a shell takes them without quotes. */
const PLAIN_VALUE = /^[\w./:@=,+-]+$/;

/** A flag of a command, and whether it has a value. */
export type TakenFlag = { readonly flag: string; readonly hasValue: boolean };

/** Returns the text that npm passes on for `--NAME`; it is empty for `--no-NAME`. */
function textFromNpm(flag: string, environment: Environment): string | undefined {
  return environment[`npm_config_${flag.slice(2).replaceAll("-", "_")}`];
}

/** Returns a sentence for each of the flags that npm has taken. */
export function flagsTakenByNpm(
  flags: readonly TakenFlag[],
  environment: Environment,
): readonly string[] {
  const script = environment["npm_lifecycle_event"];
  if (script === undefined) return [];
  const command = script === "start" ? "npm start" : `npm run ${script}`;
  return flags.flatMap(({ flag, hasValue }) => {
    const isOff = flag.startsWith("--no-");
    const text = textFromNpm(isOff ? `--${flag.slice("--no-".length)}` : flag, environment);
    if (text === undefined) return [];
    if (!hasValue && isOff !== (text === "")) return [];
    // npm has `true` for a flag without a value, or before a value that it left as an argument.
    const isShown = hasValue && text !== "true" && PLAIN_VALUE.test(text);
    const whole = isShown ? `${flag} ${text}` : flag;
    return [`npm has taken ${flag} for its own: write \`${command} -- ${whole}\``];
  });
}
