/** The exchange as users start it: a process with a data directory, that can be killed. */
import { type ChildProcess, type Serializable, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type Credentials, credentialsOf } from "../../../src/main/credentials.ts";
import { type AdminMethod, adminAnswer, adminRequest } from "../../support/admin-request.ts";
import { eventually } from "../../support/eventually.ts";
import { NODE_FLAGS } from "../../support/node-flags.ts";
import type { Address } from "./conformance-exchange.ts";

/** Arguments of Node by which `npm start` runs the exchange, from its bundle. */
export const LAUNCH = [
  ...NODE_FLAGS,
  new URL("../../../cli/launch.mjs", import.meta.url).pathname,
  "src/main/start.ts",
] as const;

/** A line of the structured log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly event?: string };

/** No generated market and no limits: what is seen is what the test does. */
export const QUIET_FLAGS = ["--no-agents", "--rate-limits", "off"] as const;
const READY_MS_MAX = 60_000;
const LINES_MAX = 10_000;

export type ProcessOptions = {
  readonly flags?: readonly string[];
  /** Absent: as `npm start`, `LAUNCH`. */
  readonly script?: readonly string[];
  /** Beside that of the test's own process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A module loaded before the exchange; `inject` talks to it. */
  readonly preload?: string;
  /** A program and its arguments that runs the exchange, such as `unshare`. */
  readonly through?: readonly string[];
  /** Limit of open files of the process. */
  readonly openFilesMax?: number;
};

/** A start that said why it cannot be. */
export type RefusedStart = { readonly code: number | null; readonly message: string };

function spawnExchange(dataDir: string, options: ProcessOptions): ChildProcess {
  const { environment = {}, flags = QUIET_FLAGS, openFilesMax, preload } = options;
  const { script = LAUNCH, through = [] } = options;
  const limit = `ulimit -n ${openFilesMax} && exec "$0" "$@"`;
  const limited = openFilesMax === undefined ? [] : ["sh", "-c", limit];
  const preloaded = preload === undefined ? [] : ["--import", preload];
  const kept = flags.includes("--ephemeral") ? [] : ["--data-dir", dataDir];
  const port = flags.includes("--port") ? [] : ["--port", "0"];
  const node = [process.execPath, ...preloaded, ...script, ...kept, ...port];
  const [program = "", ...argv] = [...through, ...limited, ...node, ...flags];
  return spawn(program, argv, {
    stdio: ["ignore", "pipe", "inherit", ...(preloaded.length > 0 ? ["ipc" as const] : [])],
    env: { ...process.env, ...environment },
  });
}

/** Starts the exchange where it must refuse to, and waits until it has ended. */
export async function refusedStart(
  dataDir: string,
  options: ProcessOptions = {},
): Promise<RefusedStart> {
  const child = spawnExchange(dataDir, options);
  let message = "";
  createInterface({ input: child.stdout as Readable }).on("line", (text) => {
    const line = JSON.parse(text) as LogLine;
    if (line.event === "start_failed") message = String(line["message"]);
    // A start that succeeds would never end.
    if (line.event === "ready") child.kill("SIGKILL");
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, message };
}

export class ExchangeProcess {
  /** Without secrets when they are in no file. */
  readonly credentials: Credentials;
  /** From spawning to the line that says so, in ms. */
  readonly readyMs: number;
  readonly #child: ChildProcess;
  readonly #lines: readonly LogLine[];

  private constructor(child: ChildProcess, lines: readonly LogLine[], readyMs: number) {
    this.#child = child;
    this.#lines = lines;
    this.readyMs = readyMs;
    const { credentials, url } = this.logged("ready") ?? {};
    this.credentials =
      credentials === undefined
        ? credentialsOf(String(url), { admin: { token: "" }, users: [] })
        : (JSON.parse(readFileSync(String(credentials), "utf8")) as Credentials);
  }

  /** Starts the exchange on `dataDir` and waits until it says that it is ready. */
  static async start(dataDir: string, options: ProcessOptions = {}): Promise<ExchangeProcess> {
    const startedMs = performance.now();
    const child = spawnExchange(dataDir, options);
    const lines: LogLine[] = [];
    let readyMs: number | undefined;
    createInterface({ input: child.stdout as Readable }).on("line", (text) => {
      const line = JSON.parse(text) as LogLine;
      if (lines.length < LINES_MAX) lines.push(line);
      if (line.event === "ready") readyMs = performance.now() - startedMs;
    });
    const ready = await eventually(
      "the exchange becomes ready, or ends",
      () => readyMs ?? (child.exitCode === null ? undefined : -1),
      READY_MS_MAX,
    ).catch((thrown: unknown) => {
      child.kill("SIGKILL");
      throw thrown;
    });
    if (ready < 0) throw new Error(`the exchange becomes ready; ended with ${child.exitCode}`);
    return new ExchangeProcess(child, lines, ready);
  }

  /** Where clients reach it. */
  get address(): Address {
    const { baseUrl } = this.credentials;
    return { baseUrl, socketUrl: baseUrl.replace(/^http/, "ws") };
  }

  /** The first line of the log that tells of `event`; `undefined` while there is none. */
  logged(event: string): LogLine | undefined {
    return this.#lines.find((line) => line.event === event);
  }

  /** All lines of the log that tell of `event`, in order. */
  allLogged(event: string): readonly LogLine[] {
    return this.#lines.filter((line) => line.event === event);
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Code or signal of the end; `undefined` while it runs. */
  get ended(): number | NodeJS.Signals | undefined {
    return this.#child.exitCode ?? this.#child.signalCode ?? undefined;
  }

  /** Tells the preloaded module, and waits until it has taken it. */
  async inject(message: Serializable): Promise<void> {
    const taken = once(this.#child, "message");
    this.#child.send(message);
    await taken;
  }

  /** Asks the administrative interface. */
  admin(method: AdminMethod, path: string, body?: object): Promise<Response> {
    return adminRequest(this.credentials, method, path, body);
  }

  /** Asks the administrative interface for JSON; throws unless it succeeds. */
  adminAnswer<T>(method: AdminMethod, path: string, body?: object): Promise<T> {
    return adminAnswer<T>(this.credentials, method, path, body);
  }

  /** What the audit says now. */
  async audit(): Promise<{ readonly holds: boolean; readonly invariants: unknown }> {
    const response = await this.admin("GET", "/audit");
    return (await response.json()) as { holds: boolean; invariants: unknown };
  }

  /** kill -9: nothing can be flushed or said any more. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  /** SIGTERM; answers the exit code. */
  async terminate(): Promise<number | null> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const [code] = (await ended) as [number | null];
    return code;
  }
}
