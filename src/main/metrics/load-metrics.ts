/** Metrics of the sequencer and the journal: how much they have to do, and how fast they are. */
import { Histogram, type Registry } from "prom-client";
import { UNTAKEN_REASONS, type UntakenReason } from "../../sequencer/load-report.ts";
import { QUEUE_COMMANDS_MAX, QUEUE_COMMANDS_URGENT } from "../../sequencer/sequencer.ts";
import type { Engine } from "../engine.ts";
import { HourlyRate } from "./hourly-rate.ts";
import { counterSeries, plainGauge } from "./series.ts";

const FLUSH_BOUNDS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const BATCH_BOUNDS_COMMANDS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];

function histograms(registry: Registry) {
  const registers = [registry];
  return {
    flush: new Histogram({
      name: "bourse_journal_flush_seconds",
      help: "Time until a batch is durable, waits for a full disk included",
      buckets: FLUSH_BOUNDS_SECONDS,
      registers,
    }),
    batch: new Histogram({
      name: "bourse_journal_batch_commands",
      help: "Commands of a durable batch",
      buckets: BATCH_BOUNDS_COMMANDS,
      registers,
    }),
  };
}

/** Registers the metrics; they count from now on. */
export function loadMetrics(registry: Registry, sequencer: Engine["sequencer"]): void {
  const { batch, flush } = histograms(registry);
  const untaken = new Map<UntakenReason, number>();
  const rate = new HourlyRate(() => performance.now());
  let written = 0;
  sequencer.load.to({
    appended(durationMs, commands, bytes) {
      flush.observe(durationMs / 1_000);
      batch.observe(commands);
      written += bytes;
      rate.add(bytes);
    },
    untaken: (reason) => void untaken.set(reason, (untaken.get(reason) ?? 0) + 1),
  });
  plainGauge(
    registry,
    "sequencer_queue_commands",
    "Commands accepted and not yet applied",
    () => sequencer.queuedCommands,
  );
  plainGauge(
    registry,
    "sequencer_queue_commands_max",
    "Queue length from which all but urgent commands are refused",
    () => QUEUE_COMMANDS_MAX - QUEUE_COMMANDS_URGENT,
  );
  const untakenTerms = {
    name: "sequencer_refusals_total",
    help: "Commands that the sequencer did not take, by reason",
    labelNames: ["reason"] as const,
  };
  counterSeries(registry, untakenTerms, (set) => {
    for (const reason of UNTAKEN_REASONS) set({ reason }, untaken.get(reason) ?? 0);
  });
  const writtenTerms = {
    name: "journal_written_bytes_total",
    help: "Bytes of commands written to the journal",
    labelNames: [],
  };
  counterSeries(registry, writtenTerms, (set) => set({}, written));
  plainGauge(
    registry,
    "journal_written_bytes_per_hour",
    "Rate of the last hour, or since the start if that is less",
    () => rate.perHour(),
  );
}
