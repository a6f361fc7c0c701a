/** Settings from flags, and the command line that describes them. */
import { type CommanderError, Option, Command as Program } from "commander";
import { suggestion } from "./nearest-name.ts";
import { flagOf, oppositeFlagOf, variableOf } from "./setting.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "./settings.ts";

/** Each use of a flag with its text, in order; `true` or `false` for a switch. */
export type FlagUses = ReadonlyMap<SettingName, readonly string[]>;

/** The command line is not usable; the message is one sentence. */
export class FlagsRefused extends Error {
  readonly code = "flags_refused";
}

/** A command that takes all settings as flags. */
export type FlagCommand = { readonly command: Program; readonly uses: FlagUses };

const FLAG_NAMES = SETTING_NAMES.filter((name) => settingOf(name).sources.includes("flag"));

/** Flags of switches come in two forms, of which the help shows the one that is not the default. */
function optionsOf(name: SettingName): readonly Option[] {
  const { default: defaultText, help, placeholder, shape, sources } = settingOf(name);
  const flag = flagOf(name);
  const variable = sources.includes("environment") ? variableOf(name) : undefined;
  const defaults =
    shape === "switch" || defaultText === undefined ? [] : [`default ${defaultText}`];
  const notes = [...(variable === undefined ? [] : [variable]), ...defaults];
  const text = notes.length === 0 ? help : `${help} (${notes.join("; ")})`;
  if (shape !== "switch") return [new Option(`${flag} ${placeholder}`, text)];
  const opposite = oppositeFlagOf(name);
  const [shown, hidden] = defaultText === "true" ? [opposite, flag] : [flag, opposite];
  const shownText = defaultText === "true" ? `do not ${text}` : text;
  return [new Option(shown, shownText), new Option(hidden, text).hideHelp()];
}

const ENVIRONMENT_HELP = SETTING_NAMES.filter((name) => !FLAG_NAMES.includes(name))
  .map((name) => `  ${variableOf(name)}  ${settingOf(name).help}`)
  .join("\n");

/** Returns a new command that records the use of each flag. It throws `FlagsRefused`. */
export function flagCommand(name: string): FlagCommand {
  const uses = new Map<SettingName, string[]>();
  const command = new Program(name)
    .exitOverride(refuse)
    .configureOutput({ writeErr: () => undefined })
    .addHelpText("after", `\nOnly in the environment:\n${ENVIRONMENT_HELP}`);
  for (const setting of FLAG_NAMES) {
    for (const option of optionsOf(setting)) {
      command.addOption(option);
      command.on(`option:${option.name()}`, (text: string | undefined) => {
        const texts = uses.get(setting) ?? [];
        texts.push(text ?? String(!option.negate));
        uses.set(setting, texts);
      });
    }
  }
  return { command, uses };
}

function refuse(error: CommanderError): never {
  // The help was shown.
  if (error.exitCode === 0) process.exit(0);
  throw new FlagsRefused(refusal(error));
}

/** Rewords the parser's message: a value after `=` may be a secret. */
function refusal({ code, message }: CommanderError): string {
  const [, flag = ""] = /unknown option '(-[^'=]*)/.exec(message) ?? [];
  if (code === "commander.unknownOption" && flag !== "") {
    const known = FLAG_NAMES.map(flagOf);
    return `unknown flag ${flag}${suggestion(flag, known) || "; --help lists the flags"}`;
  }
  if (code === "commander.excessArguments") {
    return "only flags are expected; --help lists them; with npm, write `npm start -- --port 9000`";
  }
  return message.replace(/^error: /, "").replaceAll(/\s*\n\s*/g, " ");
}

/** Reads the flags of `argv` (without node and script). Throws `FlagsRefused`. */
export function readFlags(argv: readonly string[]): FlagUses {
  const { command, uses } = flagCommand("npm start --");
  command.description("Runs the exchange: REST, WebSocket and a living market on one port.");
  command.action(() => undefined);
  command.parse([...argv], { from: "user" });
  return uses;
}
