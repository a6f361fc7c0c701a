/** Data for surveillance: the live state, and address labels that only this process knows. */
import { createHmac, randomBytes } from "node:crypto";
import { FIRST_ORDINARY_USER } from "../core/accounts/user.ts";
import { indexIn, REALMS, type Realm } from "../core/base/vocabulary.ts";
import type { Currency } from "../core/instruments/instrument.ts";
import { usdDown, usdRateOf } from "../core/instruments/usd-price.ts";
import type { State } from "../core/state.ts";
import type { MarketSource } from "../surveillance/observed-market.ts";
import { isOperatorUser } from "./operator-users.ts";

const USD_E8 = 1e8;
const LABEL_LENGTH = 12;

/** Returns the users, instruments and prices of the state in the form that surveillance reads. */
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
    isOperatorUser(index) {
      const user = state.users[index];
      return user !== undefined && isOperatorUser(user);
    },
    amountUsd,
    coinUsd(realm, currency) {
      const { decimals = 0 } = state.currencies[currency] ?? {};
      return amountUsd(realm, currency, 10n ** BigInt(decimals));
    },
  };
}

/** Returns a function that labels addresses with an HMAC under a random key of this process. */
export function addressLabels(): (address: string) => string {
  const key = randomBytes(32);
  return (address) =>
    createHmac("sha256", key).update(address).digest("hex").slice(0, LABEL_LENGTH);
}
