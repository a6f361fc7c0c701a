import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";

/** Shortest interval between two renderings of the page, in ms; requests in between share it. */
export const METRICS_INTERVAL_MS = 1_000;

/**
 * Returns a registry with the metrics of the process: memory, CPU time, event-loop delay,
 * collections.
 */
export function createMetricsRegistry(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}

/**
 * The metrics page as bytes. A request renders it when it is older than `METRICS_INTERVAL_MS`, one
 * metric per turn of the event loop, so that no turn blocks the matching thread for more than a
 * fraction of a millisecond.
 */
export class MetricsPage {
  readonly #metrics: Registry;
  readonly #further: () => string;
  readonly #nowMs: () => number;
  #bytes = Buffer.alloc(0);
  #renderedAtMs = Number.NEGATIVE_INFINITY;
  #rendering: Promise<Buffer> | undefined;
  #renders = 0;

  constructor(options: {
    readonly metrics: Registry;
    /** Returns further metrics in the text format. */
    readonly further?: () => string;
    /** Monotonic clock in ms. */
    readonly nowMs: () => number;
  }) {
    this.#metrics = options.metrics;
    this.#further = options.further ?? (() => "");
    this.#nowMs = options.nowMs;
  }

  get contentType(): string {
    return this.#metrics.contentType;
  }

  /** Number of renderings so far. */
  get renders(): number {
    return this.#renders;
  }

  /** Returns the page, at most `METRICS_INTERVAL_MS` old. */
  read(): Buffer | Promise<Buffer> {
    if (this.#rendering !== undefined) return this.#rendering;
    if (this.#nowMs() - this.#renderedAtMs < METRICS_INTERVAL_MS) return this.#bytes;
    this.#rendering = this.#render().finally(() => {
      this.#rendering = undefined;
    });
    return this.#rendering;
  }

  async #render(): Promise<Buffer> {
    this.#renders += 1;
    const parts = [this.#further()];
    for (const { name } of this.#metrics.getMetricsAsArray()) {
      await nextTurn();
      parts.push(await this.#metrics.getSingleMetricAsString(name));
    }
    this.#bytes = Buffer.from(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
    this.#renderedAtMs = this.#nowMs();
    return this.#bytes;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Registers `GET /metrics`: the page in the Prometheus text format. */
export function registerMetrics(app: FastifyInstance, page: MetricsPage): void {
  app.get("/metrics", async (_request, reply) => {
    const bytes = await page.read();
    return reply.header("content-type", page.contentType).send(bytes);
  });
}
