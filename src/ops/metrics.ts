import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";

/** The page is rendered at most once in this time, in ms; every request in between shares it. */
export const METRICS_INTERVAL_MS = 1_000;

/** A registry with the figures of the process: memory, CPU time, event-loop delay, collections. */
export function createMetricsRegistry(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}

/**
 * The metrics page as bytes. It is rendered when it is asked for and older than
 * `METRICS_INTERVAL_MS`, one metric per turn of the event loop, so that no request and no turn
 * costs the thread that matches more than a fraction of a millisecond.
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
    /** Metrics in the text format that are kept elsewhere. */
    readonly further?: () => string;
    /** A clock that never steps back, in milliseconds. */
    readonly nowMs: () => number;
  }) {
    this.#metrics = options.metrics;
    this.#further = options.further ?? (() => "");
    this.#nowMs = options.nowMs;
  }

  get contentType(): string {
    return this.#metrics.contentType;
  }

  /** How often the page has been rendered. */
  get renders(): number {
    return this.#renders;
  }

  /** The page, at most `METRICS_INTERVAL_MS` old. */
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
      await turn();
      parts.push(await this.#metrics.getSingleMetricAsString(name));
    }
    this.#bytes = Buffer.from(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
    this.#renderedAtMs = this.#nowMs();
    return this.#bytes;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** `GET /metrics`: the page in the Prometheus text format. */
export function registerMetrics(app: FastifyInstance, page: MetricsPage): void {
  app.get("/metrics", async (_request, reply) => {
    const bytes = await page.read();
    return reply.header("content-type", page.contentType).send(bytes);
  });
}
