/** Plays a history: clients trade, faults come one after another, and everything is recorded. */
import { Random } from "../../../simulation/random.ts";
import { eventually } from "../../../support/eventually.ts";
import { CcxtClient } from "./ccxt-client.ts";
import { type FaultKind, Faults, faultPlan } from "./faults.ts";
import type { History } from "./history.ts";
import { ordersOfJournal } from "./journal-orders.ts";
import { DIALECTS, type Lookup, type Operation } from "./operations.ts";
import type { Manner } from "./order-client.ts";
import { RawClient } from "./raw-client.ts";
import { LIQUIDITY, Trader } from "./trader.ts";
import { lapse, World } from "./world.ts";

export type HistoryOptions = {
  /** An empty directory. */
  readonly dataDir: string;
  readonly seed: number;
  readonly faults: number;
  /** Longest stop by a signal, in ms. */
  readonly stopMsMax: number;
  /** Called before each fault begins. */
  readonly onFault?: (kind: FaultKind, index: number) => void;
};

export type PlayedHistory = {
  readonly history: History;
  readonly met: Readonly<Partial<Record<FaultKind, number>>>;
  /** Processes of the exchange. */
  readonly lives: number;
  readonly commands: number;
};

const PATIENT: Manner = { patienceMs: 20_000, windowMs: undefined };
/** Undisturbed trading between two faults, in ms. */
const CALM_MS_MAX = 300;

/**
 * The seed decides the faults and what each client does, and not how they meet in time: the same
 * seed gives a similar history, not the same one.
 */
export async function playHistory(options: HistoryOptions): Promise<PlayedHistory> {
  const { dataDir, faults: count, onFault, seed, stopMsMax } = options;
  const random = new Random(seed);
  const world = new World(dataDir);
  const operations: Operation[] = [];
  const met: Partial<Record<FaultKind, number>> = {};
  const traders: Trader[] = [];
  await world.start(0);
  try {
    await restLiquidity(world);
    traders.push(...(await openTraders(world, seed, (operation) => operations.push(operation))));
    const faults = new Faults(world, random, stopMsMax);
    const meeting = meetAll(faults).finally(() => endAll(traders));
    await Promise.all([meeting, ...traders.map((trader) => trader.run())]);
    await lookLast(world, traders, (lookup) => operations.push(lookup));
    await endWell(world);
    const { broken, commands, orders } = await ordersOfJournal(dataDir);
    if (broken.length > 0) throw new Error(`the audit holds: ${JSON.stringify(broken)}`);
    const { outages, stops } = faults;
    const history = { operations, outages, stops, orders };
    return { history, met, lives: world.life, commands };
  } finally {
    endAll(traders);
    await world.kill();
  }

  async function meetAll(faults: Faults): Promise<void> {
    for (const [index, kind] of faultPlan(random, count).entries()) {
      onFault?.(kind, index);
      met[kind] = (met[kind] ?? 0) + 1;
      await lapse(random.below(CALM_MS_MAX));
      await faults.meet(kind);
    }
  }
}

function endAll(traders: readonly Trader[]): void {
  for (const trader of traders) trader.end();
}

/** Three clients of each kind of account: ccxt, and two that sign for themselves. */
async function openTraders(
  world: World,
  seed: number,
  record: (operation: Operation) => void,
): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (const dialect of DIALECTS) {
    const plain = ["raw", "other"].map((name) => new RawClient(world, dialect, name));
    for (const client of [await CcxtClient.open(world, dialect), ...plain]) {
      const random = new Random(seed * 1_000 + traders.length + 1);
      traders.push(new Trader({ client, world, random, record }));
    }
  }
  return traders;
}

/** Orders that the takers of the history meet; their client ids are no part of it. */
async function restLiquidity(world: World): Promise<void> {
  const client = new RawClient(world, "v2");
  for (const [side, price] of [
    ["buy", LIQUIDITY.bid],
    ["sell", LIQUIDITY.ask],
  ] as const) {
    const terms = { orderType: "limit", side, size: "0.8", price, force: "gtc" } as const;
    const { answer } = await client.place(`liquidity-${side}`, terms, PATIENT);
    if (answer.kind !== "acknowledged")
      throw new Error(`liquidity rests: ${JSON.stringify(answer)}`);
  }
}

/** Every client id is looked up once more; nothing is on its way any longer. */
async function lookLast(
  world: World,
  traders: readonly Trader[],
  record: (lookup: Lookup) => void,
): Promise<void> {
  await world.followTime();
  const looking = traders.map(async ({ client, used }) => {
    const raw = new RawClient(world, client.dialect);
    for (const clientOid of used) {
      const lookup = await eventually("the lookup is answered", async () => {
        const last = await raw.lookUp(clientOid, PATIENT, true);
        return last.answer.kind === "later" ? undefined : last;
      });
      record(lookup);
    }
  });
  await Promise.all(looking);
}

async function endWell(world: World): Promise<void> {
  const audit = await world.exchange.audit();
  if (!audit.holds) throw new Error(`the audit holds: ${JSON.stringify(audit)}`);
  const code = await world.terminate();
  if (code !== 0) throw new Error(`the exchange ends with 0, ended with ${code}`);
}
