/** The figures that `bench table` measures before and after a change, and what they shall reach. */

/** One figure of a benchmark's result. */
export type FigureRow = {
  readonly figure: string;
  /** Names in the figures of the result, joined by dots. */
  readonly path: string;
  readonly better: "less" | "more";
  readonly floor: number;
  readonly goal: number;
};

/** A benchmark and the figures that come from one run of it. */
export type FigureSource = {
  readonly argv: readonly string[];
  /**
   * How the other checkout is measured: by loading its core (`--core-of`) or its history
   * (`--history-of`), by starting its server (`--server-of`), or by the benchmark of the other
   * checkout itself.
   */
  readonly by: "core" | "history" | "server" | "own benchmark";
  readonly figures: readonly FigureRow[];
};

/** A stream of commands through the core: processor time per command. */
function stream(shape: string, name: string, floor: number, goal: number): FigureSource {
  const cpu = "cpuMicrosPerCommand";
  const row: FigureRow = {
    figure: `${name}, µs of processor time a command`,
    path: cpu,
    better: "less",
    floor,
    goal,
  };
  const argv = ["core", "--shape", shape, "--commands", "1000000", "--rounds", "1"];
  return { argv, by: "core", figures: [row] };
}

function more(figure: string, path: string, floor: number, goal: number): FigureRow {
  return { figure, path, better: "more", floor, goal };
}

function less(figure: string, path: string, floor: number, goal: number): FigureRow {
  return { figure, path, better: "less", floor, goal };
}

/** A mix of `bench core`. */
function mix(name: string, ...figures: readonly FigureRow[]): FigureSource {
  const rival = name === "places" ? [] : ["--no-rival"];
  return { argv: ["core", "--mix", name, ...rival], by: "own benchmark", figures };
}

/**
 * The SQL history while orders flow faster than it can follow, after a warm-up and so few that the
 * events it has not read fit into the memory for them.
 */
function history(venue: string): FigureSource {
  const name = `history into SQL while orders flow, ${venue}`;
  const cpu = "flow.threadCpuMicrosPerCommand";
  const rate = "flow.sqlPerSecondBetweenCommits";
  return {
    argv: ["history", "--venue", venue, "--commands", "400000", "--rate", "110000"],
    by: "history",
    figures: [
      more(`${name}, commands/s`, rate, 60_000, 100_000),
      // The rates above as shares of one processor, which other programs disturb less.
      less(`${name}, µs of its threads a command`, cpu, 16.7, 10),
    ],
  };
}

/**
 * Pushes of `books` to subscribers of one instrument, where the interval allows 20 to each, or of
 * several, where it allows more than there is processor time for.
 */
function fanout(name: string, ...symbols: readonly string[]): FigureSource {
  const chosen = symbols.flatMap((symbol) => ["--symbol", symbol]);
  const figure = (measure: string): string => `${name} to 5,000 subscribers, ${measure}`;
  return {
    argv: ["fanout", "--subscribers", "5000", "--seconds", "8", ...chosen],
    by: "server",
    figures: [
      more(figure("pushes/s"), "subscribers 5000.pushesPerSecond", 120_000, 300_000),
      less(figure("lag p99 in ms"), "subscribers 5000.lagMs.p99", 60, 25),
    ],
  };
}

export const FIGURES: readonly FigureSource[] = [
  stream("spot", "spot stream", 0.3, 0.2),
  stream("futures", "futures stream", 0.6, 0.3),
  stream("symbols", "100 symbols, spot and futures", 1.2, 0.8),
  mix(
    "leveraged",
    more("leveraged crowd, commands/s", "leveraged.core.perSecondMedian", 800_000, 1_500_000),
  ),
  mix("places", more("places, times nodejs-order-book", "places.ratio", 10, 20)),
  {
    argv: ["core", "--mix", "moves", "--mix", "deep", "--no-rival"],
    by: "own benchmark",
    figures: [
      more("1,000,000 orders keep of the small book's rate", "deep.shareOfSmallBook", 0.7, 0.85),
      less("p99.9 of one command, µs", "moves.latencyMicros.p999", 5, 3),
    ],
  },
  {
    argv: ["rest", "--only", "orders", "--rounds", "3"],
    by: "server",
    figures: [
      more("orders beside bare Fastify, 32 connections", "orders32.ratio", 1.3, 1.6),
      more("orders beside bare Fastify, 256 connections", "orders256.ratio", 1.3, 1.6),
    ],
  },
  {
    argv: ["rest", "--only", "schedule"],
    by: "server",
    figures: [
      less("orders at 4,000/s, p50 in ms", "schedule.exchange.p50", 3, 1),
      less("orders at 4,000/s, p99 in ms", "schedule.exchange.p99", 25, 8),
    ],
  },
  {
    argv: ["ws", "--no-verify", "--rounds", "3"],
    by: "server",
    figures: [
      more("WebSocket orders beside an echo", "ratio", 0.85, 1),
      more("WebSocket orders/s in batches of 20", "inBatches.perSecond", 120_000, 200_000),
    ],
  },
  fanout("books"),
  fanout("books of two instruments", "BTCUSDT", "ETHUSDT"),
  {
    argv: ["memory"],
    by: "core",
    figures: [
      less("bytes per user", "bytesPerUser", 300, 200),
      less("MB per million open orders", "mbPerMillionOrders", 130, 100),
    ],
  },
  {
    argv: ["recovery"],
    by: "own benchmark",
    figures: [more("recovery, commands/s", "replay.perSecond", 1_500_000, 3_000_000)],
  },
  history("spot"),
  history("leveraged"),
  {
    argv: ["pauses"],
    by: "core",
    figures: [
      less("longest turn with 1,000,000 users and orders, ms", "full.turnMs.max", 20, 5),
      less("garbage collection with them, p99.9 in ms", "full.garbage.p999Ms", 2, 2),
      less("longest turn while they grow from none, ms", "growth.turnMs.max", 20, 5),
      less("garbage collection of that growth, p99.9 in ms", "growth.garbage.p999Ms", 2, 2),
      less("longest command of that growth, ms", "longestOfGrowthMs", 20, 5),
    ],
  },
  {
    argv: ["start"],
    by: "server",
    figures: [
      less("start on an empty directory until ready, s of processor time", "cpuSeconds", 1.2, 0.6),
    ],
  },
];
