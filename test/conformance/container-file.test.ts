/** The container file: what it says is sound, and its steps run where there is no container. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { NODE_FLAGS } from "../support/node-flags.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const TEST_MS_MAX = 120_000;
const ROOT = resolve(import.meta.dirname, "../..");
const WORK_DIRECTORY = "/opt/bourse";
/** The user of the image. */
const USER = 1000;

type Step = { readonly name: string; readonly text: string };

/** The instructions of the last stage, and before them those of the first. */
const STEPS: readonly Step[] = readFileSync(join(ROOT, "ops/container/Containerfile"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [, name = "", text = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return { name, text };
  });
const FROM = STEPS.findLastIndex(({ name }) => name === "FROM");
const BUILT = STEPS.slice(0, FROM);
const IMAGE = STEPS.slice(FROM);
const KNOWN = "FROM WORKDIR COPY RUN USER ENV VOLUME EXPOSE STOPSIGNAL HEALTHCHECK CMD".split(" ");

function texts(steps: readonly Step[], name: string): readonly string[] {
  return steps.filter((step) => step.name === name).map(({ text }) => text);
}

/** Command of an instruction in exec form, which runs without a shell. */
function execForm(text = ""): readonly string[] {
  return JSON.parse(text.slice(text.indexOf("["))) as string[];
}

/** Variables of the image. */
const VARIABLES = Object.fromEntries(
  texts(IMAGE, "ENV").flatMap((text) => text.split(" ").map((entry) => entry.split("="))),
) as Readonly<Record<string, string>>;

const IGNORED = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
/** Whether the builder receives a path: the file names it or a folder above it. */
const isAdmitted = (path: string): boolean =>
  path.split("/").some((_, at, parts) => IGNORED.includes(`!${parts.slice(0, at + 1).join("/")}`));

describe("the container file", () => {
  it("has known instructions, a user without rights, and commands that receive signals", () => {
    expect(STEPS.filter(({ name }) => !KNOWN.includes(name))).toEqual([]);
    expect(texts(IMAGE, "USER")).toEqual([`${USER}:${USER}`]);
    expect(IMAGE.findIndex(({ name }) => name === "USER")).toBeGreaterThan(
      IMAGE.findLastIndex(({ name }) => name === "RUN"),
    );
    expect(execForm(texts(IMAGE, "CMD")[0])).toEqual([
      "node",
      ...NODE_FLAGS,
      "cli/launch.mjs",
      "src/main/start.ts",
    ]);
    expect(execForm(texts(IMAGE, "HEALTHCHECK")[0])[0]).toBe("node");
    expect(texts(IMAGE, "STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(texts(IMAGE, "VOLUME")).toEqual([VARIABLES["BOURSE_DATA_DIR"]]);
    const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      engines: { node: string };
    };
    const major = engines.node.replace(">=", "");
    for (const image of texts(STEPS, "FROM")) expect(image).toContain(`/node:${major}-`);
  });

  it("copies files that exist and that the builder receives, and no secret", () => {
    const sources = texts(STEPS, "COPY")
      .filter((text) => !text.startsWith("--from"))
      .flatMap((text) => text.split(" ").slice(0, -1));
    expect(sources.length).toBeGreaterThan(4);
    for (const source of sources) {
      expect({ source, isThere: existsSync(join(ROOT, source)) }).toEqual({
        source,
        isThere: true,
      });
      expect({ source, isAdmitted: isAdmitted(source) }).toEqual({ source, isAdmitted: true });
    }
    expect(IGNORED.filter((line) => !line.startsWith("#"))[0]).toBe("*");
    for (const path of ["data", ".git", "node_modules"]) expect(isAdmitted(path)).toBe(false);
    expect(Object.keys(VARIABLES).join()).not.toMatch(/TOKEN|SECRET|KEY/);
    expect(texts(BUILT, "RUN")).toEqual([
      expect.stringMatching(/^npm ci .*--omit=dev/),
      "npm ci",
      "npm run build",
    ]);
  });
});

/** Packages that `npm ci --omit=dev --omit=optional` installs, by the lock file. */
function serverPackages(): readonly string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Readonly<
      Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>
    >;
  };
  return Object.entries(lock.packages)
    .filter(([path]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path))
    .filter(([, { dev, devOptional, optional }]) => !(dev ?? devOptional ?? optional ?? false))
    .map(([path]) => path);
}

describe("the image, laid out in a directory", () => {
  const top = temporaryDirectory("image");
  const inside = (path: string): string => join(top, path);
  const work = inside(WORK_DIRECTORY);
  const isRoot = process.getuid?.() === 0;
  /** Whether the user of the image can read the directory of this repository. */
  const canSwitch =
    isRoot && spawnSync(process.execPath, ["-e", "0"], { uid: USER, gid: USER }).status === 0;
  const identity = canSwitch ? { uid: USER, gid: USER } : {};
  const environment = {
    ...Object.fromEntries(
      Object.entries(VARIABLES).map(([name, value]) => [
        name,
        value.startsWith("/") ? inside(value) : value,
      ]),
    ),
    ...{ BOURSE_PORT: "0", BOURSE_ADMIN_LISTEN: "127.0.0.1:0", BOURSE_AGENTS: "false" },
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  };
  let exchange: ChildProcess | undefined;
  const lines: string[] = [];

  beforeAll(async () => {
    chmodSync(top, 0o755);
    mkdirSync(work, { recursive: true });
    for (const source of ["package.json", "LICENSE", "cli", "src", "web/dist"]) {
      const filter = (path: string): boolean => !path.endsWith(".test.ts");
      cpSync(join(ROOT, source), join(work, source), { recursive: true, filter });
    }
    for (const path of serverPackages()) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      symlinkSync(join(ROOT, path), join(work, path));
    }
    // As the stage of the bundle, which has the packages for development.
    const bundler = join(work, "node_modules/rolldown");
    symlinkSync(join(ROOT, "node_modules/rolldown"), bundler);
    execFileSync(process.execPath, ["cli/launch.mjs", "cli/bundle/build.ts"], { cwd: work });
    unlinkSync(bundler);
    for (const command of texts(IMAGE, "RUN")) {
      const moved = command.replaceAll("/var/", `${top}/var/`);
      const runnable = isRoot ? moved : moved.replace(/ && chown .*/, "");
      execFileSync("sh", ["-c", runnable]);
    }
    const [program = "", ...argv] = execForm(texts(IMAGE, "CMD")[0]);
    expect(basename(process.execPath)).toBe(program);
    const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
    const child = spawn(program, argv, { cwd: work, env: environment, stdio, ...identity });
    exchange = child;
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    const isReady = (): boolean => lines.some((line) => line.includes('"event":"ready"'));
    await eventually("it is ready", isReady, 60_000);
  }, TEST_MS_MAX);
  afterAll(() => {
    exchange?.kill("SIGKILL");
    rmSync(top, { recursive: true });
  });

  /** Runs the health check against a port; returns its exit code. */
  function health(port: string): number | null {
    const [program = "", ...argv] = execForm(texts(IMAGE, "HEALTHCHECK")[0]);
    const env = { ...environment, BOURSE_PORT: port };
    return spawnSync(program, argv, { cwd: work, env, ...identity }).status;
  }

  it("serves with the server's packages alone, and is healthy while it is ready", () => {
    const ready = lines.find((line) => line.includes('"event":"ready"')) ?? "";
    const { adminUrl, url } = JSON.parse(ready) as { url: string; adminUrl: string };
    expect(url).toMatch(/^http:\/\/0\.0\.0\.0:/);
    expect(adminUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(health(new URL(url).port)).toBe(0);
    expect(health(new URL(adminUrl).port)).toBe(0);
    expect(lines.filter((line) => line.includes('"unbundled"'))).toEqual([]);
    const help = spawnSync("node", ["cli/bourse.mjs", "--help"], {
      ...{ cwd: work, env: environment, encoding: "utf8" },
    } as const);
    expect(help.stdout).toContain("backup");
  });

  it("ends by its signal, and is unhealthy then", { timeout: TEST_MS_MAX }, async () => {
    const running = exchange;
    if (running === undefined) throw new Error("the exchange runs");
    const exit = once(running, "exit");
    running.kill(texts(IMAGE, "STOPSIGNAL")[0] as NodeJS.Signals);
    expect(await exit).toEqual([0, null]);
    expect(health("9")).toBe(1);
  });
});
