/** The commands `backup` and `restore`. */
import { resolve } from "node:path";
import type { Command as Program } from "commander";
import type { Command, CommandCodec } from "../../src/journal/state-machine.ts";
import { dataDirOption } from "../data-dir-option.ts";
import { restoreBackup } from "./restore-backup.ts";
import { takeBackup } from "./take-backup.ts";

/** Prints a report as JSON, and its warnings for a person. */
function print<Report extends { readonly warnings: readonly string[] }>(report: Report): void {
  const { warnings, ...figures } = report;
  console.log(JSON.stringify(figures, undefined, 2));
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
}

type BackupFlags = {
  readonly dataDir: string;
  readonly to: string;
  /** False for `--no-secrets`. */
  readonly secrets: boolean;
};

type RestoreFlags = {
  readonly dataDir: string;
  readonly from: string;
  readonly masterKey?: string;
};

/** Adds the commands `backup` and `restore`. */
export function addBackup<C extends Command>(program: Program, codec: CommandCodec<C>): void {
  program
    .command("backup")
    .description("copy a data directory, also of a running exchange, and verify the copy")
    .addOption(dataDirOption())
    .requiredOption("--to <path>", "directory of the backup; a later backup copies what is new")
    .option("--no-secrets", "leave out master.key and credentials.json")
    .action(async ({ dataDir, secrets, to }: BackupFlags) => {
      const paths = { dataDir: resolve(dataDir), to: resolve(to) };
      print(await takeBackup({ ...paths, hasSecrets: secrets }, codec));
    });
  program
    .command("restore")
    .description("verify a backup and copy it into an empty data directory")
    .addOption(dataDirOption())
    .requiredOption("--from <path>", "directory of the backup")
    .option("--master-key <file>", "the master key, for a backup without secrets")
    .action(async ({ dataDir, from, masterKey }: RestoreFlags) => {
      const paths = { dataDir: resolve(dataDir), from: resolve(from) };
      print(await restoreBackup({ ...paths, masterKey }, codec));
    });
}
