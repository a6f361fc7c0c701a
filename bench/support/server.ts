/** A whole exchange in a process of its own, with its journal on the disk. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Credentials } from "../../src/main/credentials.ts";
import { HERE, programOf } from "./checkout.ts";
import { Child } from "./child.ts";

let checkout = HERE;

/** Lets the servers that are started from here on be those of another checkout. */
export function serveFrom(folder: string): void {
  checkout = resolve(folder);
}

export type Key = {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
};

export class BenchServer implements AsyncDisposable {
  readonly child: Child;
  readonly dataDir: string;
  readonly #credentials: Credentials;
  readonly #keepsData: boolean;

  private constructor(
    child: Child,
    place: { readonly dataDir: string; readonly keepsData: boolean },
    credentials: Credentials,
  ) {
    this.child = child;
    this.dataDir = place.dataDir;
    this.#keepsData = place.keepsData;
    this.#credentials = credentials;
  }

  /** On a data directory of its own, or on one that is given and kept. */
  static async start(options: {
    readonly agents: boolean;
    readonly profileDir: string | undefined;
    readonly dataDir?: string;
    readonly readyMsMax?: number;
  }): Promise<BenchServer> {
    const { profileDir, readyMsMax } = options;
    const dataDir = options.dataDir ?? temporaryDirectory();
    const argv = ["--port", "0", "--data-dir", dataDir, "--rate-limits", "off"];
    if (!options.agents) argv.push("--no-agents");
    const ready = (line: string): true | undefined =>
      line.includes('"event":"ready"') ? true : undefined;
    const program = programOf(checkout, "src/main/start.ts");
    const { child } = await Child.start([...program, ...argv], ready, {
      profileDir,
      ...(readyMsMax === undefined ? {} : { readyMsMax }),
    });
    const text = readFileSync(join(dataDir, "credentials.json"), "utf8");
    const place = { dataDir, keepsData: options.dataDir !== undefined };
    return new BenchServer(child, place, JSON.parse(text) as Credentials);
  }

  get host(): string {
    return new URL(this.#credentials.baseUrl).hostname;
  }

  get port(): number {
    return Number(new URL(this.#credentials.baseUrl).port);
  }

  /** The unified user with live funds. */
  get unified(): Key {
    const user = this.#credentials.users.find(({ name }) => name === "unified");
    if (user === undefined) throw new Error("a unified user is there from the start");
    return user;
  }

  /** Index price of a symbol that is also a perpetual: what generated markets begin at. */
  async indexPrice(symbol: string): Promise<number> {
    const query = `category=USDT-FUTURES&symbol=${symbol}`;
    const url = `${this.#credentials.baseUrl}/api/v3/market/tickers?${query}`;
    const answer = (await (await fetch(url)).json()) as { data: { indexPrice?: string }[] };
    const price = Number(answer.data[0]?.indexPrice ?? 0);
    if (!(price > 0)) throw new Error(`${symbol} has an index price, got ${price}`);
    return price;
  }

  /** A gauge of the metrics page. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.#credentials.baseUrl}/metrics`)).text();
    const line = text.split("\n").find((candidate) => candidate.startsWith(`${name} `));
    return Number(line?.split(" ")[1] ?? Number.NaN);
  }

  /** The verdict of the audit of the running exchange. */
  async auditHolds(): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.#credentials.admin.token}` };
    const answer = await fetch(`${this.#credentials.baseUrl}/admin/v1/audit`, { headers });
    return ((await answer.json()) as { holds: boolean }).holds;
  }

  /** Lets the exchange end in good order: its snapshot is written. */
  async end(): Promise<void> {
    await this.child.end("SIGTERM");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child[Symbol.asyncDispose]();
    if (!this.#keepsData) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** On the disk that is measured: TMPDIR chooses another. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), "bourse-bench-"));
}
