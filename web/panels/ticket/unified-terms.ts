/** What coins and debts of a unified account count for in the shown market. */
import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { account } from "../../accounts/current-account.ts";
import type { Instrument } from "../../state/instruments.ts";
import { session } from "../../state/session.ts";
import { get } from "../../wire/rest.ts";
import type { CollateralRow } from "./collateral.ts";
import type { Known } from "./known.ts";
import { loadLoanTiers } from "./loan-tiers.ts";
import type { Tier } from "./tier.ts";

/** Creates the terms, which are empty until they are loaded and for classic accounts. */
export function createUnifiedTerms(
  instrument: () => Instrument,
): () => Pick<Known, "collateralRates" | "loanTiersOf"> {
  const [rates, setRates] = createSignal<readonly CollateralRow[]>([]);
  const [tiers, setTiers] = createSignal<ReadonlyMap<string, readonly Tier[]>>(new Map());
  const isUnified = (): boolean => account() !== undefined && session()?.accountKind === "unified";
  createEffect(
    on(account, () => {
      setRates([]);
      if (!isUnified()) return;
      const path = "/api/v3/account/eligible-discount-rate";
      get<readonly CollateralRow[]>(path).then(setRates, () => undefined);
    }),
  );
  createEffect(
    on([() => instrument().key, account], () => {
      const { base, isFutures, settle } = instrument();
      if (!isUnified() || !isFutures) return;
      let isCurrent = true;
      onCleanup(() => {
        isCurrent = false;
      });
      const coins = [...new Set([settle, base])];
      loadLoanTiers(coins).then(
        (loaded) => isCurrent && setTiers(loaded),
        () => undefined,
      );
    }),
  );
  return () => ({
    collateralRates: rates(),
    loanTiersOf: (coin) => tiers().get(coin) ?? [],
  });
}
