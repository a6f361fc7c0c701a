/** The launcher makes, checks and runs the bundle of a small checkout. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COPIED = [
  "cli/launch.mjs",
  "cli/bundle/build.ts",
  "cli/bundle/bundles.mjs",
  "cli/bundle/make-bundle.ts",
  "cli/bundle/source-stacks.ts",
  "src/journal/operating-fault.ts",
];
const PROGRAM = `
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { value } from "./value.ts";
const THREAD = new URL("./some-thread.ts", import.meta.url);
const text = readFileSync(new URL("./text.txt", import.meta.url), "utf8");
const same = readFileSync(import.meta.dirname + "/text.txt", "utf8");
function failing(): string {
  type Failure = Error;
  try {
    throw new Error("x");
  } catch (thrown) {
    return (thrown as Failure).stack ?? "";
  }
}
export async function run(from: string, reason?: string): Promise<void> {
  const thread = new Worker(THREAD);
  thread.once("message", (answer: string) => {
    const argv = process.argv.slice(1);
    console.log(JSON.stringify({ from, reason, argv, value, text, same, answer, stack: failing() }));
    if (argv.includes("--wait")) setInterval(() => undefined, 1_000);
  });
}
`;
const FILES: Readonly<Record<string, string>> = {
  "package.json": `{ "type": "module" }`,
  "src/main/program.ts": PROGRAM,
  "src/main/value.ts": `export const value: string = "first";`,
  "src/main/text.txt": "beside the source",
  "src/main/some-thread.ts": `
import { parentPort } from "node:worker_threads";
import { value } from "./value.ts";
parentPort?.postMessage("thread of " + value);
`,
  "src/main/start-bundled.ts": `const { run } = await import("./program.ts"); await run("bundle");`,
  "src/main/start.ts": `
import { run } from "./program.ts";
await run("sources", new URL(import.meta.url).searchParams.get("unbundled") ?? undefined);
`,
  "cli/bourse.ts": `import { run } from "../src/main/program.ts"; await run("command");`,
  ...Object.fromEntries(
    ["audit", "exchange", "state", "state-encoding", "events/event-buffer"].map((part) => [
      `src/core/${part}.ts`,
      `export const PART = "${part}";`,
    ]),
  ),
};

const top = temporaryDirectory("bundles");
let root = "";
let made = 0;
const waiting: ChildProcess[] = [];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = join(top, `checkout ${made++}`);
  for (const path of COPIED) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(root, path));
  }
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  mkdirSync(join(root, "node_modules"));
  symlinkSync(join(ROOT, "node_modules/rolldown"), join(root, "node_modules/rolldown"));
});
afterAll(() => {
  for (const child of waiting) child.kill("SIGKILL");
  rmSync(top, { recursive: true });
});

const cache = (): string => join(root, "node_modules/.cache/bourse/exchange");
const bundles = (): string[] => readdirSync(cache()).sort();
/** The newest bundle. */
const bundle = (): string => join(cache(), bundles().at(-1) ?? "");

type Said = {
  readonly from: string;
  readonly reason?: string;
  readonly argv: readonly string[];
  readonly value: string;
  readonly text: string;
  readonly same: string;
  readonly answer: string;
  readonly stack: string;
};

function spawned(program: string, argv: readonly string[]) {
  const environment = { PATH: process.env["PATH"] };
  const args = [join(root, "cli/launch.mjs"), program, ...argv];
  return spawn(process.execPath, args, {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Runs a program until it ends; returns what it said. */
async function run(program = "src/main/start.ts", ...argv: readonly string[]): Promise<Said> {
  const child = spawned(program, argv);
  let said = "";
  child.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString();
  });
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  return JSON.parse(said) as Said;
}

describe("a start", () => {
  it("makes the bundle that is missing, and runs it with its threads and files", async () => {
    const said = await run("src/main/start.ts", "--port", "a b");
    expect(said).toMatchObject({
      from: "bundle",
      argv: [join(root, "src/main/start.ts"), "--port", "a b"],
      value: "first",
      text: "beside the source",
      same: "beside the source",
      answer: "thread of first",
    });
    const names = readdirSync(bundle());
    expect(names).toEqual(expect.arrayContaining(["manifest.json", "some-thread.mjs"]));
    const thread = readFileSync(join(bundle(), "some-thread.mjs"), "utf8");
    expect(thread).toContain("source-stacks.mjs");
    expect(thread).not.toContain('value.ts"');
  });

  it("names files, lines and columns of the sources in the stack of an error", async () => {
    const { stack } = await run();
    const source = new URL(`file://${encodeURI(join(root, "src/main/program.ts"))}`).href;
    const lines = PROGRAM.split("\n");
    const line = lines.findIndex((text) => text.includes("new Error"));
    const column = lines[line]?.indexOf("new Error") ?? 0;
    expect(stack.split("\n").slice(0, 2)).toEqual([
      "Error: x",
      `    at failing (${source}:${line + 1}:${column + 1})`,
    ]);
  });

  it("runs the bundle of before while nothing changed", async () => {
    await run();
    const [before] = bundles();
    expect((await run()).from).toBe("bundle");
    expect(bundles()).toEqual([before]);
  });

  it("makes it again after a change of a source", async () => {
    await run();
    write("src/main/value.ts", `export const value: string = "other";`);
    expect(await run()).toMatchObject({
      from: "bundle",
      value: "other",
      answer: "thread of other",
    });
  });

  it("makes it again after a change that leaves size and second, and where one is gone", async () => {
    await run();
    const file = join(root, "src/main/value.ts");
    const { atimeMs, mtimeMs } = statSync(file);
    write("src/main/value.ts", `export const value: string = "third";`);
    utimesSync(file, atimeMs / 1_000, mtimeMs / 1_000 + 0.25);
    expect((await run()).value).toBe("third");
    unlinkSync(join(root, "src/core/audit.ts"));
    expect(await run()).toMatchObject({ from: "sources", reason: expect.stringMatching(/audit/) });
  });

  it("accepts sources whose times an archive cut to seconds", async () => {
    await run();
    const before = bundles();
    for (const path of Object.keys(FILES)) {
      const second = Math.floor(statSync(join(root, path)).mtimeMs / 1_000);
      utimesSync(join(root, path), second, second);
    }
    expect((await run()).from).toBe("bundle");
    expect(bundles()).toEqual(before);
  });

  it("has its packages in it, and makes it again after another version of one", async () => {
    const install = (version: string): void => {
      const manifest = { version, type: "module", exports: "./index.mjs" };
      write("node_modules/typebox/package.json", JSON.stringify(manifest));
      write("node_modules/typebox/index.mjs", `export const VERSION = "${version}";`);
    };
    write("src/main/value.ts", `export { VERSION as value } from "typebox";`);
    install("1.0.0");
    expect(await run()).toMatchObject({ from: "bundle", value: "1.0.0" });
    const [first] = bundles();
    install("1.0.0");
    expect((await run()).from).toBe("bundle");
    expect(bundles()).toEqual([first]);
    install("1.0.1");
    expect(await run()).toMatchObject({ from: "bundle", value: "1.0.1" });
    rmSync(join(root, "node_modules/typebox/index.mjs"));
    expect(await run()).toMatchObject({ from: "bundle", value: "1.0.1" });
  });

  it.each([
    ["a file is cut short", (file: string) => truncateSync(file, 10)],
    ["a file is missing", (file: string) => unlinkSync(file)],
  ])("makes it again where %s", async (_, damage) => {
    await run();
    const before = bundle();
    damage(join(before, "start.mjs"));
    expect((await run()).from).toBe("bundle");
    expect(bundle()).not.toBe(before);
  });

  it("makes it again where the manifest is damaged or of another Node", async () => {
    await run();
    const first = bundle();
    truncateSync(join(first, "manifest.json"), 100);
    expect((await run()).from).toBe("bundle");
    const second = bundle();
    expect(second).not.toBe(first);
    const manifest = readFileSync(join(second, "manifest.json"), "utf8");
    const other = manifest.replace(`"node":"${process.versions.node}"`, `"node":"24.0.0"`);
    expect(other).not.toBe(manifest);
    writeFileSync(join(second, "manifest.json"), other);
    expect((await run()).from).toBe("bundle");
    expect(bundle()).not.toBe(second);
  });
});

describe("starts at the same time", () => {
  it("all run a whole bundle, and leave nothing unfinished", async () => {
    const said = await Promise.all(Array.from({ length: 3 }, () => run()));
    expect(said.map(({ answer, from }) => [from, answer])).toEqual(
      said.map(() => ["bundle", "thread of first"]),
    );
    expect(bundles().filter((name) => !/^\d+-\d+$/.test(name))).toEqual([]);
    expect((await run()).from).toBe("bundle");
  });
});

describe("without a bundle, a start runs the sources and says why", () => {
  it("where rolldown is not installed, but uses a bundle that is there", async () => {
    const rolldown = join(root, "node_modules/rolldown");
    renameSync(rolldown, join(root, "rolldown"));
    expect(await run()).toMatchObject({ from: "sources", reason: "rolldown is not installed" });
    renameSync(join(root, "rolldown"), rolldown);
    await run();
    unlinkSync(rolldown);
    expect((await run()).from).toBe("bundle");
  });

  it("where nothing can be written", async () => {
    write("node_modules/.cache", "a file");
    expect(await run()).toMatchObject({
      from: "sources",
      reason: expect.stringMatching(/EEXIST|ENOTDIR/),
      answer: "thread of first",
    });
  });

  it("where a source cannot be bundled", async () => {
    write("src/core/state.ts", "export const = 1;");
    expect(await run()).toMatchObject({ from: "sources", value: "first" });
    expect(bundles()).toEqual([]);
  });
});

describe("old bundles", () => {
  it("are removed, except the newest two and those that a process runs from", async () => {
    const child = spawned("src/main/start.ts", ["--wait"]);
    waiting.push(child);
    await once(child.stdout, "data");
    const [used] = bundles();
    for (const value of ["b", "c", "d"]) {
      write("src/main/value.ts", `export const value: string = "${value}";`);
      expect((await run()).value).toBe(value);
    }
    const names = bundles();
    expect(names).toHaveLength(3);
    expect(names).toContain(used);
    child.kill("SIGKILL");
    await once(child, "close");
    mkdirSync(join(cache(), `making-${child.pid}`));
    write("src/main/value.ts", `export const value: string = "e";`);
    await run();
    expect(bundles()).toEqual([names.at(-1), bundles().at(-1)]);
  });
});

describe("the command `bourse`", () => {
  it("runs from a bundle that is there, and makes none", async () => {
    expect((await run("cli/bourse.ts", "time")).argv).toEqual([
      join(root, "cli/bourse.ts"),
      "time",
    ]);
    expect(existsSync(cache())).toBe(false);
    await run();
    const { from, stack } = await run("cli/bourse.ts");
    expect(from).toBe("command");
    expect(stack).toContain("src/main/program.ts:");
    expect(existsSync(join(bundle(), "compiled"))).toBe(true);
  });
});
