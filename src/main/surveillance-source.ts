/** Data for surveillance: the live state, and address labels that only this process knows. */
import { createHmac, randomBytes } from "node:crypto";
import { FIRST_ORDINARY_USER } from "../core/accounts/user.ts";
import type { State } from "../core/state.ts";
import type { MarketSource } from "../surveillance/observed-market.ts";
import { amountUsd } from "./dollar-values.ts";
import { isOperatorUser } from "./operator-users.ts";

const LABEL_LENGTH = 12;

/** Returns the users, instruments and prices of the state in the form that surveillance reads. */
export function marketSource(state: State): MarketSource {
  return {
    instruments: state.instruments,
    parentOf: (user) => state.users[user]?.parent ?? user,
    realmOf: (user) => state.users[user]?.realm ?? "live",
    isExchange: (user) => user < FIRST_ORDINARY_USER,
    isOperatorUser(index) {
      const user = state.users[index];
      return user !== undefined && isOperatorUser(user);
    },
    amountUsd: (realm, currency, amount) => amountUsd(state, realm, currency, amount),
    coinUsd(realm, currency) {
      const { decimals = 0 } = state.currencies[currency] ?? {};
      return amountUsd(state, realm, currency, 10n ** BigInt(decimals));
    },
  };
}

/** Returns a function that labels addresses with an HMAC under a random key of this process. */
export function addressLabels(): (address: string) => string {
  const key = randomBytes(32);
  return (address) =>
    createHmac("sha256", key).update(address).digest("hex").slice(0, LABEL_LENGTH);
}
