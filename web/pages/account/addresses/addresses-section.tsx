import { createSignal, type JSX, Show } from "solid-js";
import { moment } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import { failureText } from "../../../wire/wire-failure.ts";
import { CoinAndChain } from "../coin-and-chain.tsx";
import {
  type Address,
  type AddressType,
  addAddress,
  loadAddresses,
  loadCoins,
  removeAddress,
  termsOf,
} from "../custody-wire.ts";
import { Panel, WhenLoaded } from "../panel.tsx";

/** The address book of withdrawals. */
export function AddressesSection(): JSX.Element {
  const book = loaded(loadAddresses);
  const [isAdding, setAdding] = createSignal(false);
  const remove = async (entry: Address): Promise<void> => {
    try {
      await removeAddress(entry.addressId);
      const { addressId, createdTime, ...again } = entry;
      showToast({
        ...{ kind: "good", text: `Removed ${entry.label || entry.address}` },
        act: {
          text: "Undo",
          run: () => void addAddress(again).then(() => book.reload(), showFailure),
        },
      });
    } catch (thrown) {
      showFailure(thrown);
    }
    book.reload();
  };
  const columns = columnsOf((entry) => void remove(entry));
  return (
    <Panel
      title="Where this account and its sub-accounts may withdraw to"
      actions={
        <Button look="primary" onClick={() => setAdding(true)}>
          Add an address
        </Button>
      }
    >
      <WhenLoaded from={book}>
        {(value) => (
          <Show
            when={value().list.length > 0}
            fallback={
              <EmptyState title="The address book is empty">
                A withdrawal goes to an address of this book only, also when a program requests it.
              </EmptyState>
            }
          >
            <ScrollAcross>
              <DataTable label="Address book" columns={columns} rows={value().list} />
            </ScrollAcross>
            <p class="quiet">
              {value().list.length} of {value().addressesMax} entries
            </p>
          </Show>
        )}
      </WhenLoaded>
      <Show when={isAdding()}>
        <Dialog title="Add an address" onClose={() => setAdding(false)}>
          <AddressForm
            onAdded={() => {
              setAdding(false);
              book.reload();
            }}
          />
        </Dialog>
      </Show>
    </Panel>
  );
}

function columnsOf(onRemove: (entry: Address) => void): readonly Column<Address>[] {
  return [
    { title: "Label", cell: (entry) => entry.label || "–" },
    { title: "For", cell: forWhat },
    { title: "Address", cell: (entry) => <span class="mono">{entry.address}</span> },
    { title: "Tag", cell: (entry) => entry.tag || "–" },
    { title: "Added", cell: (entry) => moment(Number(entry.createdTime)) },
    {
      title: "",
      cell: (entry) => (
        <Button size="small" look="danger" onClick={() => onRemove(entry)}>
          Remove
        </Button>
      ),
    },
  ];
}

function forWhat({ chain, coin, type }: Address): string {
  if (type === "internal") return "A user of this exchange";
  return type === "universal" ? `Any coin on ${chain}` : `${coin} on ${chain}`;
}

const TYPES = [
  ["regular", "One coin"],
  ["universal", "A network"],
  ["internal", "A user"],
] as const;

/** Form for a new entry; also part of the page of withdrawals. */
export function AddressForm(props: { readonly onAdded: () => void }): JSX.Element {
  const coins = loaded(loadCoins);
  const [type, setType] = createSignal<AddressType>("regular");
  const [place, setPlace] = createSignal({ coin: "", chain: "" });
  const [address, setAddress] = createSignal("");
  const [tag, setTag] = createSignal("");
  const [label, setLabel] = createSignal("");
  const [fault, setFault] = createSignal<string>();
  const needsTag = (): boolean => {
    const terms = termsOf(coins.value() ?? [], place().coin, place().chain);
    return type() !== "internal" && terms?.needTag === "true";
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      const entry = { type: type(), ...place(), address: address().trim() };
      await addAddress({ ...entry, tag: tag().trim(), label: label() });
      props.onAdded();
    } catch (thrown) {
      setFault(failureText(thrown));
    }
  };
  return (
    <form class="account-form" onSubmit={send}>
      <Segments label="Kind of entry" options={TYPES} value={type()} onValue={setType} />
      <Show when={type() !== "internal"}>
        <WhenLoaded from={coins}>
          {(value) => (
            <CoinAndChain
              coins={value()}
              coin={place().coin}
              chain={place().chain}
              onChoice={(coin, chain) => setPlace({ coin, chain })}
            />
          )}
        </WhenLoaded>
      </Show>
      <Field
        label={type() === "internal" ? "Uid of the user" : "Address"}
        required
        value={address()}
        onValue={setAddress}
      />
      <Show when={needsTag()}>
        <Field
          label="Tag"
          hint="This chain needs a tag or memo: without it the coins are lost"
          required
          value={tag()}
          onValue={setTag}
        />
      </Show>
      <Field label="Label" maxLength={40} value={label()} onValue={setLabel} />
      <p class="warn" role="alert">
        {fault()}
      </p>
      <div class="actions">
        <Button type="submit" look="primary">
          Add
        </Button>
      </div>
    </form>
  );
}
