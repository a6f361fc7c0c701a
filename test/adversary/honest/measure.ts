/** Plays rounds of the default market among honest people and counts the orders that met a rule. */
import { checkAudit } from "../../simulation/checked-core.ts";
import { addHedgers } from "./hedgers.ts";
import { HonestMarket, type RoundTerms } from "./honest-market.ts";
import { addMakers } from "./makers.ts";
import { addSpotPeople } from "./spot-people.ts";
import { addStopHolders, addTakers } from "./takers.ts";
import { alarmShareOf, Tally } from "./tally.ts";
import { LONG_ROUND, lengthMsOf } from "./world-prices.ts";

/** False alarms in ordinary trading, as a share of all orders and requests: the goal. */
export const ALARM_SHARE_MAX = 0.001;

const TAKERS_PER_CONTRACT = 16;
const STOP_HOLDERS_PER_CONTRACT = 40;
const PEOPLE_PER_PAIR = 18;

/** One round of one seed; the audit must hold at its end. */
export async function playHonestRound(terms: RoundTerms, tally: Tally): Promise<HonestMarket> {
  const market = await HonestMarket.open(terms, tally);
  addMakers(market);
  addHedgers(market);
  addTakers(market, TAKERS_PER_CONTRACT);
  addStopHolders(market, STOP_HOLDERS_PER_CONTRACT);
  addSpotPeople(market, PEOPLE_PER_PAIR);
  market.exchange.run(market.exchange.nowMs() + lengthMsOf(terms.round));
  checkAudit(market.state);
  return market;
}

/** Whether false alarms are rare enough in ordinary trading. */
export function isWithinGoal(tally: Tally): boolean {
  return alarmShareOf(tally.sum("ordinary")) < ALARM_SHARE_MAX;
}

/** Whole rounds, one per seed, until so many honest orders were counted. */
export async function measureHonest(
  terms: { readonly firstSeed: number; readonly orders: number },
  onRound: (tally: Tally) => void = () => {},
): Promise<Tally> {
  const tally = new Tally();
  for (let seed = terms.firstSeed; tally.orders < terms.orders; seed++) {
    await playHonestRound({ seed, round: LONG_ROUND }, tally);
    onRound(tally);
  }
  return tally;
}
