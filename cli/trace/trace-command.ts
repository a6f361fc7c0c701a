/** The command `trace`: tells the story of an order, a request or a command from the journal. */
import type { Command as Program } from "commander";
import { NO_KEY_WORDS } from "../../src/main/trace/signing-key.ts";
import type { Chapter } from "../../src/main/trace/story.ts";
import { traceTarget } from "../../src/main/trace/trace-target.ts";
import { dataDirOption } from "../data-dir-option.ts";
import { findJournal } from "../journal-directories.ts";
import { readStory } from "./read-story.ts";

function fieldTexts(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== "" && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(" ");
}

/** Returns a chapter as lines: the command, and its events indented below. */
export function chapterLines(chapter: Chapter): string[] {
  const { actor, apiKey, command, fields, reason, requestId, sender, seq, time } = chapter;
  const key = apiKey === "" ? `none (${NO_KEY_WORDS[sender]})` : apiKey;
  const origin = fieldTexts({ request: requestId, key, actor, reason });
  const head = [time, `seq ${seq}`, command, origin, fieldTexts(fields)];
  return [
    head.filter((part) => part !== "").join("  "),
    ...chapter.events.map(({ event, ...rest }) => `    ${event}  ${fieldTexts(rest)}`),
  ];
}

type Options = { readonly dataDir: string; readonly json: boolean };

/** Adds the command `trace`. */
export function addTrace(program: Program): void {
  program
    .command("trace")
    .description("tell from the journal what an order, a request or a command did and why")
    .argument("<id>", "id of an order, trade or liquidation; id of a request; or a seq")
    .addOption(dataDirOption())
    .option("--json", "one JSON object a line", false)
    .action(async (text: string, { dataDir, json }: Options) => {
      const directories = await findJournal(dataDir);
      const onProgress = (seq: number): void => {
        process.stderr.write(`seq ${seq}\n`);
      };
      let isFound = false;
      for await (const chapter of readStory(directories, traceTarget(text), { onProgress })) {
        isFound = true;
        console.log(json ? JSON.stringify(chapter) : chapterLines(chapter).join("\n"));
      }
      if (isFound) return;
      process.stderr.write(`nothing in the journal of ${dataDir} names ${text}\n`);
      process.exitCode = 1;
    });
}
