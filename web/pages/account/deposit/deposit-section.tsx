import { createEffect, createSignal, type JSX, on, Show } from "solid-js";
import { moment, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import { session } from "../../../state/session.ts";
import { CoinAndChain } from "../coin-and-chain.tsx";
import {
  type Coin,
  type DepositAddress,
  loadCoins,
  loadDepositAddress,
  loadMovements,
  type Movement,
  termsOf,
} from "../custody-wire.ts";
import { Panel, WhenLoaded } from "../panel.tsx";

/** Interval of the confirmations, in ms. */
const CONFIRMATIONS_EVERY_MS = 2_000;

/** The account's addresses for deposits, and the deposits with their confirmations. */
export function DepositSection(): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  const coins = loaded(loadCoins);
  const deposits = loaded(() => loadMovements(kind, "deposit"), CONFIRMATIONS_EVERY_MS);
  return (
    <>
      <Panel title="Your address">
        <WhenLoaded from={coins}>{(value) => <AddressOfCoin coins={value()} />}</WhenLoaded>
      </Panel>
      <Panel title="Deposits of the last 29 days">
        <WhenLoaded from={deposits}>
          {(rows) => (
            <Show
              when={rows().length > 0}
              fallback={
                <EmptyState title="No deposits yet">
                  A payment to your address appears here with its first confirmation.
                </EmptyState>
              }
            >
              <ScrollAcross>
                <DataTable
                  label="Deposits"
                  columns={columnsOf(() => coins.value() ?? [])}
                  rows={rows()}
                />
              </ScrollAcross>
            </Show>
          )}
        </WhenLoaded>
      </Panel>
    </>
  );
}

function columnsOf(coins: () => readonly Coin[]): readonly Column<Movement>[] {
  return [
    { title: "Time", cell: (row) => moment(row.createdMs) },
    { title: "Coin", cell: (row) => row.coin },
    { title: "Amount", isNumber: true, cell: (row) => short(row.size) },
    { title: "Chain", cell: (row) => row.chain },
    { title: "Status", cell: (row) => row.status },
    {
      title: "Confirmations",
      isNumber: true,
      cell: (row) => {
        const needed = termsOf(coins(), row.coin, row.chain)?.depositConfirm;
        return needed === undefined ? row.confirm : `${row.confirm} of ${needed}`;
      },
    },
  ];
}

function AddressOfCoin(props: { readonly coins: readonly Coin[] }): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  const [place, setPlace] = createSignal({ coin: "", chain: "" });
  const [found, setFound] = createSignal<DepositAddress>();
  const terms = () => termsOf(props.coins, place().coin, place().chain);
  createEffect(
    on(place, ({ chain, coin }) => {
      setFound(undefined);
      if (coin === "" || terms()?.rechargeable !== "true") return;
      loadDepositAddress(kind, coin, chain).then((address) => {
        if (place().coin === coin && place().chain === chain) setFound(address);
      }, showFailure);
    }),
  );
  const copy = (what: string, text: string): void => {
    navigator.clipboard
      .writeText(text)
      .then(() => showToast({ kind: "good", text: `${what} copied` }))
      .catch(showFailure);
  };
  return (
    <div class="account-form">
      <CoinAndChain
        coins={props.coins}
        coin={place().coin}
        chain={place().chain}
        onChoice={(coin, chain) => setPlace({ coin, chain })}
      />
      <Show when={terms()?.rechargeable === "false"}>
        <p class="warn">Deposits of this coin are closed on this chain. Choose another chain.</p>
      </Show>
      <Show when={found()}>
        {(address) => (
          <>
            <p>
              <span class="mono" data-part="address">
                {address().address}
              </span>{" "}
              <Button size="small" onClick={() => copy("Address", address().address)}>
                Copy address
              </Button>
            </p>
            <Show when={address().tag !== ""}>
              <p class="warn">
                Tag <span class="mono">{address().tag}</span>{" "}
                <Button size="small" onClick={() => copy("Tag", address().tag)}>
                  Copy tag
                </Button>{" "}
                – a payment without it is not credited.
              </p>
            </Show>
            <p class="quiet">
              At least {terms()?.minDepositAmount} {place().coin}; credited after{" "}
              {terms()?.depositConfirm}{" "}
              {terms()?.depositConfirm === "1" ? "confirmation" : "confirmations"}. Chains are
              simulated: send no real coins.
            </p>
          </>
        )}
      </Show>
    </div>
  );
}
