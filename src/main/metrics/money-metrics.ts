/** Metrics of the exchange's money: insurance funds, lending pools and debts, in whole coins. */
import type { Registry } from "prom-client";
import { REALMS, type Realm } from "../../core/base/vocabulary.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import { readPoolQuota } from "../../core/reads/eligibility-reads.ts";
import { readFund } from "../../core/reads/liquidation-reads.ts";
import { readPoolLoss } from "../../core/reads/loss-reads.ts";
import type { State } from "../../core/state.ts";
import { coins } from "./coins.ts";
import { DEBT_KINDS, type DebtTotals } from "./debt-totals.ts";
import { gaugeSeries } from "./series.ts";

const COIN_LABELS = ["realm", "coin"] as const;

type ReadCoin = (realm: Realm, currency: Currency) => number;

/** Funds and loans of a pool in atoms. Debts of unified accounts are balances below zero. */
function lentOf(state: State, realm: Realm, currency: number): bigint {
  const { funds } = readPoolLoss(state, realm, currency);
  return funds - readPoolQuota(state, realm, currency).remaining;
}

/**
 * Registers the metrics. Each reads one or two numbers per realm and coin; `debts` are sums that
 * follow the events.
 */
export function moneyMetrics(registry: Registry, state: State, debts: DebtTotals): void {
  const byCoin = (name: string, help: string, read: ReadCoin): void =>
    gaugeSeries(registry, { name, help, labelNames: COIN_LABELS }, (set) => {
      for (const realm of REALMS) {
        for (const currency of state.currencies) {
          set({ realm, coin: currency.code }, read(realm, currency));
        }
      }
    });
  byCoin("insurance_fund_balance", "Balance of an insurance fund, in the coin", (realm, currency) =>
    coins(readFund(state, realm, currency.index), currency),
  );
  byCoin("lending_pool_funds", "Funds of a lending pool, lent or not", (realm, currency) =>
    coins(readPoolLoss(state, realm, currency.index).funds, currency),
  );
  byCoin("lending_pool_lent", "Part of a lending pool that is lent", (realm, currency) =>
    coins(lentOf(state, realm, currency.index), currency),
  );
  byCoin("lending_pool_available", "Part of a pool that can be lent", (realm, currency) =>
    coins(readPoolQuota(state, realm, currency.index).remaining, currency),
  );
  byCoin("lending_pool_stopped", "1 while a pool has stopped for its losses", (realm, currency) =>
    readPoolLoss(state, realm, currency.index).isPaused ? 1 : 0,
  );
  debtMetric(registry, state, debts);
}

/** Registers the debts. A series begins with the first debt, so that most coins have none. */
function debtMetric(registry: Registry, state: State, debts: DebtTotals): void {
  const terms = {
    name: "debts",
    help: "Debts with charged interest, in the coin, by kind",
    labelNames: [...COIN_LABELS, "kind"],
  } as const;
  const begun = new Set<string>();
  gaugeSeries(registry, terms, (set) => {
    for (const realm of REALMS) {
      for (const currency of state.currencies) {
        for (const kind of DEBT_KINDS) {
          const debt = debts.of(kind, realm, currency.index);
          const key = `${realm} ${currency.code} ${kind}`;
          if (debt !== 0n) begun.add(key);
          if (begun.has(key)) set({ realm, coin: currency.code, kind }, coins(debt, currency));
        }
      }
    }
  });
}
