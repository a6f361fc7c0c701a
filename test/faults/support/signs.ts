/** What an operator sees of a condition: lines of the log, metric, health. */
import type { ConditionName } from "../../../src/ops/conditions.ts";
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";
import { eventually } from "../../support/eventually.ts";

/** Figure of a series of the metrics page, such as `bourse_condition{condition="disk_full"}`. */
export async function figure(exchange: ExchangeProcess, series: string): Promise<number> {
  const page = await (await fetch(`${exchange.address.baseUrl}/metrics`)).text();
  const line = page.split("\n").find((text) => text.startsWith(`${series} `));
  if (line === undefined) throw new Error(`the metrics page has ${series}`);
  return Number(line.slice(series.length + 1));
}

/** Some conditions end after a time without what began them. */
const END_MS_MAX = 20_000;

export type Health = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

export async function health(exchange: ExchangeProcess): Promise<Health> {
  const response = await fetch(`${exchange.address.baseUrl}/health/ready`);
  return { status: response.status, body: (await response.json()) as Health["body"] };
}

/** Message of the newest line about the beginning of a condition. */
export function begun(exchange: ExchangeProcess, name: ConditionName): string | undefined {
  const lines = exchange.allLogged(name).filter((line) => line["phase"] === "begin");
  const message = lines.at(-1)?.["message"];
  return message === undefined ? undefined : String(message);
}

/** Waits until the log, the metric and health say that the condition lasts; answers the message. */
export async function seenBegin(exchange: ExchangeProcess, name: ConditionName): Promise<string> {
  const message = await eventually(`a line about ${name}`, () => begun(exchange, name));
  const series = `bourse_condition{condition="${name}"}`;
  await eventually(`${series} is 1`, async () => (await figure(exchange, series)) === 1);
  await eventually(`health names ${name}`, async () =>
    JSON.stringify((await health(exchange)).body).includes(name),
  );
  return message;
}

/** Waits until the log and the metric say that the condition has ended. */
export async function seenEnd(exchange: ExchangeProcess, name: ConditionName): Promise<void> {
  const lines = () => exchange.allLogged(name).filter((line) => line["phase"] === "end");
  await eventually(`a line about the end of ${name}`, () => lines().length > 0, END_MS_MAX);
  const series = `bourse_condition{condition="${name}"}`;
  await eventually(`${series} is 0`, async () => (await figure(exchange, series)) === 0);
}
