/** The exchange that clients of a history talk to: which process it is, and what time it has. */
import type { ExchangeProcess } from "../../../conformance/support/exchange-process.ts";
import { eventually } from "../../../support/eventually.ts";
import { startFaulty } from "../faulty-exchange.ts";

const HEALED_MS_MAX = 30_000;

export class World {
  readonly dataDir: string;
  #exchange: ExchangeProcess | undefined;
  #life = 0;
  #isUp = false;
  /** Exchange time less monotonic time. */
  #skewMs = 0;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** The present process, or the one that was killed last. */
  get exchange(): ExchangeProcess {
    if (this.#exchange === undefined) throw new RangeError("the exchange was started");
    return this.#exchange;
  }

  /** Counts the processes: a kill ends a life. */
  get life(): number {
    return this.#life;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Exchange time as a client knows it that follows `public/time`. */
  nowMs(): number {
    return Math.floor(performance.now() + this.#skewMs);
  }

  /** Starts a process whose wall clock is off by `clockOffsetMs`. */
  async start(clockOffsetMs: number): Promise<void> {
    this.#exchange = await startFaulty(this.dataDir, { clockOffsetMs });
    await this.followTime();
    this.#isUp = true;
  }

  async kill(): Promise<void> {
    this.#isUp = false;
    this.#life += 1;
    await this.exchange.kill();
  }

  /** Ends the process as an operator does, and returns its exit code. */
  async terminate(): Promise<number | null> {
    this.#isUp = false;
    this.#life += 1;
    return await this.exchange.terminate();
  }

  /** The clock of clients and exchange has run on by `ms`. */
  timePassed(ms: number): void {
    this.#skewMs += ms;
  }

  /** Exchange time as the exchange says it. */
  async publicTime(): Promise<number> {
    const { baseUrl } = this.exchange.address;
    const response = await fetch(`${baseUrl}/api/v2/public/time`);
    const { data } = (await response.json()) as { data: { serverTime: string } };
    return Number(data.serverTime);
  }

  /** Sets the clock of the clients by the exchange's. */
  async followTime(): Promise<void> {
    const beforeMs = performance.now();
    const exchangeMs = await this.publicTime();
    this.#skewMs = exchangeMs - (beforeMs + performance.now()) / 2;
  }

  /** Calls the admin API. */
  async admin<T>(path: string, body?: object): Promise<T> {
    const response = await this.exchange.admin(body === undefined ? "GET" : "POST", path, body);
    return (await response.json()) as T;
  }

  /** Waits until readiness says that nothing is wrong any more. */
  async healed(): Promise<void> {
    await eventually(
      "the exchange is ready again",
      async () => {
        const response = await fetch(`${this.exchange.address.baseUrl}/health/ready`);
        if (response.status === 200) return true;
        throw new Error(await response.text());
      },
      HEALED_MS_MAX,
    );
  }
}

/** Waits for a span of time: what is observed is what happens meanwhile. */
export async function lapse(ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  await eventually("time passes", () => performance.now() >= untilMs, ms + 60_000);
}
