/** What surveillance is lent from the live state, and what the process adds: labels and the log. */
import { createHmac, randomBytes } from "node:crypto";
import { FIRST_ORDINARY_USER } from "../core/accounts/user.ts";
import type { Currency } from "../core/instruments/instrument.ts";
import { usdDown, usdRateOf } from "../core/instruments/usd-price.ts";
import type { State } from "../core/state.ts";
import { indexIn, REALMS, type Realm } from "../core/vocabulary.ts";
import type { MarketSource } from "../surveillance/observed-market.ts";
import { isHouseUser } from "./house-users.ts";

const USD_E8 = 1e8;
const LABEL_LENGTH = 12;

/** People, instruments and prices as the state has them. */
export function marketSource(state: State): MarketSource {
  const amountUsd = (realm: Realm, currency: number, amount: bigint): number => {
    const coin: Currency | undefined = state.currencies[currency];
    if (coin === undefined) return 0;
    return Number(usdDown(usdRateOf(state, indexIn(REALMS, realm), coin), amount)) / USD_E8;
  };
  return {
    instruments: state.instruments,
    parentOf: (user) => state.users[user]?.parent ?? user,
    realmOf: (user) => state.users[user]?.realm ?? "live",
    isExchange: (user) => user < FIRST_ORDINARY_USER,
    isHouse(index) {
      const user = state.users[index];
      return user !== undefined && isHouseUser(user);
    },
    amountUsd,
    coinUsd(realm, currency) {
      const { decimals = 0 } = state.currencies[currency] ?? {};
      return amountUsd(realm, currency, 10n ** BigInt(decimals));
    },
  };
}

/** Labels of addresses under a key that is forgotten when the process ends. */
export function addressLabels(): (address: string) => string {
  const key = randomBytes(32);
  return (address) =>
    createHmac("sha256", key).update(address).digest("hex").slice(0, LABEL_LENGTH);
}
