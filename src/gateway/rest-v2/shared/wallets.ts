/** Wallets of a classic user in the words of v2 (specification, Transfer record). */

import type { Wallet } from "../../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../../core/base/word-traits.ts";
import { PRODUCT_TYPES } from "../../../wire/words/categories.ts";
import type { CLASSIC_WALLET_WORDS } from "../../../wire/words/wallet-words.ts";
import type { EndpointContext } from "../../http/endpoint.ts";
import { categoryOf, settleCurrencies, spotInstruments } from "./instruments.ts";

type WalletWord = (typeof CLASSIC_WALLET_WORDS)[number];

export function walletOfWord(word: WalletWord): Wallet {
  return word === "p2p" ? "funding" : word;
}

/**
 * Returns the currencies that a wallet can hold: all of them in spot and funding, margin coins in
 * the futures wallets, coins with loan terms in the wallets of margin trading.
 */
export function currenciesIn(context: EndpointContext, wallet: Wallet): ReadonlySet<number> {
  switch (wallet) {
    case "spot":
    case "funding":
      return new Set(context.exchange.accounts.currencies().map(({ index }) => index));
    case "usdt_futures":
    case "usdc_futures":
    case "coin_futures": {
      const lines = PRODUCT_TYPES.filter(
        (line) => CATEGORY_TRAITS[categoryOf(line)].classicWallet === wallet,
      );
      return new Set(lines.flatMap((line) => settleCurrencies(context, line)));
    }
    case "crossed_margin":
    case "isolated_margin": {
      const { accounts } = context.exchange;
      const places =
        wallet === "crossed_margin" ? [undefined] : spotInstruments(context, undefined);
      const terms = places.flatMap((place) => accounts.lending.terms(context.realm, place));
      return new Set(terms.map(({ currency }) => currency));
    }
    default:
      return new Set();
  }
}
