/** The command line `bourse` with all its commands. */
import { Command as Program } from "commander";
import { audit } from "../src/core/audit.ts";
import { CORE_CODEC, CoreMachine } from "../src/main/core-machine.ts";
import { addBackup } from "./backup/backup-commands.ts";
import { addConfig } from "./config-check.ts";
import { addExport } from "./export.ts";
import { addJournalInspect } from "./journal-inspect.ts";
import { addJournalReplay } from "./journal-replay.ts";
import { addJournalVerify } from "./journal-verify.ts";
import { makeStrict } from "./strict-options.ts";
import { addTime } from "./time.ts";
import { addTrace } from "./trace/trace-command.ts";

/** Returns the program, which reads its arguments when it is asked to parse them. */
export function bourseProgram(): Program {
  const program = new Program("bourse").description("look after a Bourse data directory");
  const journal = program.command("journal").description("the journal of commands");
  addJournalVerify(journal, CORE_CODEC, (state) => new CoreMachine().loadState(state));
  addJournalInspect(journal, CORE_CODEC);
  addJournalReplay(journal, {
    codec: CORE_CODEC,
    createMachine: () => new CoreMachine(),
    findings: ({ state }) =>
      audit(state).verdicts.flatMap(({ findings, invariant }) =>
        findings.map((finding) => `invariant ${invariant}: ${finding}`),
      ),
  });
  addBackup(program, CORE_CODEC);
  addTime(program);
  addConfig(program);
  addTrace(program);
  addExport(program);
  makeStrict(program, process.env, new Set(["check"]));
  return program;
}
