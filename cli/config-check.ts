/** The command `config check`. */
import type { Command as Program } from "commander";
import { type FlagCommand, flagCommand } from "../src/main/config/flag-texts.ts";
import { ConfigRefused } from "../src/main/config/read-settings.ts";
import { settingRows, settingTable } from "../src/main/config/settings-report.ts";
import { checkedSettings, configOf } from "../src/main/config.ts";

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** Shows the effective configuration, or what is wrong with it, which ends with code 1. */
async function check(uses: FlagCommand["uses"], isJson: boolean): Promise<void> {
  try {
    const settings = checkedSettings(uses, process.env);
    const { refusalOfMarketFiles } = await import("../src/main/market-files.ts");
    const refusal = await refusalOfMarketFiles(configOf(settings.values));
    if (refusal !== undefined) throw new ConfigRefused([refusal]);
    const rows = settingRows(settings);
    if (isJson) print(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])));
    else process.stdout.write(`${settingTable(rows)}\n`);
  } catch (thrown) {
    if (!(thrown instanceof ConfigRefused)) throw thrown;
    process.exitCode = 1;
    if (isJson) print({ problems: thrown.problems });
    else process.stderr.write(`${thrown.problems.join("\n")}\n`);
  }
}

/** Adds the command `config check`. */
export function addConfig(program: Program): void {
  const config = program.command("config").description("the configuration of a start");
  const { command, uses } = flagCommand("check");
  config.addCommand(
    command
      .description("show what a start with these flags would use, and where each value comes from")
      .option("--json", "print JSON")
      .action(({ json }: { json?: true }) => check(uses, json === true)),
  );
}
