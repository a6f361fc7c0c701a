import { createEffect, type JSX } from "solid-js";
import { Select } from "../../parts/select.tsx";
import type { Chain, Coin } from "./custody-wire.ts";

/** A choice of a coin and one of its chains. */
export function CoinAndChain(props: {
  readonly coins: readonly Coin[];
  readonly coin: string;
  readonly chain: string;
  readonly onChoice: (coin: string, chain: string) => void;
}): JSX.Element {
  const chainsOf = (name: string): readonly Chain[] =>
    props.coins.find(({ coin }) => coin === name)?.chains ?? [];
  const choose = (coin: string): void => props.onChoice(coin, chainsOf(coin)[0]?.chain ?? "");
  createEffect(() => {
    const [first] = props.coins;
    if (props.coin === "" && first !== undefined) choose(first.coin);
  });
  return (
    <>
      <Select
        label="Coin"
        options={props.coins.map(({ coin }) => [coin, coin] as const)}
        value={props.coin}
        onValue={choose}
      />
      <Select
        label="Chain"
        options={chainsOf(props.coin).map(({ chain }) => [chain, chain] as const)}
        value={props.chain}
        onValue={(chain) => props.onChoice(props.coin, chain)}
      />
    </>
  );
}
