import { Command as Program } from "commander";
import { describe, expect, it } from "vitest";
import { makeStrict } from "./strict-options.ts";

type Environment = Readonly<Record<string, string>>;

/** What the commands of a small program were called with. */
async function run(argv: readonly string[], environment: Environment = {}): Promise<unknown[]> {
  const calls: unknown[] = [];
  const program = new Program("bourse").exitOverride().configureOutput({ writeErr: () => "" });
  program
    .command("backup")
    .exitOverride()
    .option("--data-dir <path>", "", "./data")
    .requiredOption("--to <path>")
    .option("--no-secrets")
    .option("--json")
    .action((options) => void calls.push(options));
  const journal = program.command("journal").exitOverride();
  journal
    .command("replay")
    .exitOverride()
    .argument("<dir>")
    .option("--until <seq>")
    .action((directory, options) => void calls.push({ directory, ...options }));
  journal
    .command("check")
    .option("--until <seq>")
    .action((options) => void calls.push(options));
  makeStrict(program, environment, new Set(["check"]));
  await program.parseAsync([...argv], { from: "user" });
  return calls;
}

const NPM = { npm_lifecycle_event: "bourse" };

describe("options of bourse", () => {
  it("that are given once reach their command", async () => {
    const argv = ["backup", "--to", "x", "--no-secrets", "--data-dir", "y"];
    expect(await run(argv)).toEqual([{ to: "x", dataDir: "y", secrets: false }]);
    expect(await run(["journal", "replay", "x"], NPM)).toEqual([{ directory: "x" }]);
  });

  it.each([
    [["backup", "--to", "x", "--to", "y"], "--to is given more than once"],
    [["backup", "--to", "x", "--no-secrets", "--no-secrets"], "--no-secrets is given more than"],
    [["backup", "--to", ""], "--to '': a value is expected"],
    [["backup", "--to", "x", "--data-dir="], "--data-dir '': a value is expected"],
    [["journal", "replay", ""], "an argument is empty"],
  ])("are refused twice or empty: %j", async (argv, message) => {
    await expect(run(argv)).rejects.toThrow(message);
  });

  it.each([
    [["backup", "--to", "x"], { npm_config_secrets: "" }, "--no-secrets"],
    // Before the option that npm took is missed.
    [["backup"], { npm_config_data_dir: "./venue" }, "--data-dir ./venue"],
    [["journal", "replay", "x"], { npm_config_until: "100" }, "--until 100"],
    [["journal", "replay", "x", "100"], { npm_config_until: "true" }, "--until"],
  ])("that npm has taken are refused: %j %j", async (argv, environment, flag) => {
    const message = `npm has taken ${flag.split(" ")[0]} for its own: write \`npm run bourse -- ${flag}\``;
    await expect(run(argv, { ...NPM, ...environment })).rejects.toThrow(message);
  });

  it("of npm itself, of other commands and outside of npm are none of its concern", async () => {
    const called = [{ dataDir: "./data", to: "x", secrets: true }];
    const argv = ["backup", "--to", "x"];
    expect(await run(argv, { ...NPM, npm_config_json: "true" })).toEqual(called);
    expect(await run(argv, { ...NPM, npm_config_until: "100" })).toEqual(called);
    expect(await run(argv, { ...NPM, npm_config_secrets: "true" })).toEqual(called);
    expect(await run(argv, { npm_config_secrets: "" })).toEqual(called);
    const exempt = ["journal", "check", "--until", "1", "--until", "2"];
    expect(await run(exempt, { ...NPM, npm_config_until: "3" })).toEqual([{ until: "2" }]);
  });
});
