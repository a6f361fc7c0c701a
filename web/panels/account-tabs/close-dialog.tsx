import { createSignal, For, type JSX, Show } from "solid-js";
import type { AccountClient } from "../../accounts/account-client.ts";
import { newClientId } from "../../accounts/client-id.ts";
import type { Position } from "../../accounts/model.ts";
import { short, signed } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FaultText } from "../../parts/fault-text.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import { Segments } from "../../parts/segments.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { createAttempt } from "../../state/attempt.ts";
import { Figures } from "./confirmation.tsx";
import { closingSide, closingSizeFault, partOfSize, priceFault, profitAt } from "./figures.ts";
import { instrumentOf } from "./tab-props.ts";

const PARTS = [0.25, 0.5, 0.75, 1] as const;
const TYPES = [
  ["market", "Market"],
  ["limit", "Limit"],
] as const;

type Props = {
  readonly client: AccountClient;
  readonly position: Position;
  readonly onClose: () => void;
};

/** Closes a part of a position at market, or places a limit order that closes it. */
export function CloseDialog(props: Props): JSX.Element {
  const draft = createDraft(props);
  return (
    <Dialog
      title={`Close the ${props.position.side} in ${props.position.symbol}`}
      onClose={props.onClose}
    >
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void draft.send();
        }}
      >
        <Segments
          label="Type of the order"
          options={TYPES}
          value={draft.type()}
          onValue={draft.setType}
        />
        <fieldset class="parts" aria-label="Part of the position">
          <For each={PARTS}>
            {(fraction) => (
              <Button
                aria-pressed={draft.part() === fraction}
                onClick={() => draft.choose(fraction)}
              >
                {fraction * 100}%
              </Button>
            )}
          </For>
        </fieldset>
        <Show when={draft.type() === "limit"}>
          <LimitFields draft={draft} />
        </Show>
        <Figures figures={draft.figures()} />
        <FaultText text={draft.fault()} />
        <div class="actions">
          <Button
            type="submit"
            look={closingSide(props.position)}
            disabled={draft.isSending() || draft.isFaulty()}
          >
            {draft.type() === "market" ? "Close at market" : "Place the closing order"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Draft = ReturnType<typeof createDraft>;

/** What the person chose for the closing order, what is wrong with it, and how to send it. */
function createDraft(props: Props) {
  const [type, setType] = createSignal<"market" | "limit">("market");
  const [part, setPart] = createSignal<number>(1);
  const [limitSize, setLimitSize] = createSignal(props.position.size);
  const [price, setPrice] = createSignal(props.position.markPrice);
  const attempt = createAttempt();
  const instrument = () => instrumentOf(props.position);
  const partSize = (fraction: number): string =>
    partOfSize(props.position.size, fraction, instrument()?.sizeStep ?? "");
  const size = (): string => (type() === "market" ? partSize(part()) : limitSize());
  const choose = (fraction: number): void => {
    setPart(fraction);
    setLimitSize(partSize(fraction));
  };
  const exitPrice = (): string => (type() === "market" ? props.position.markPrice : price());
  const gain = (): string =>
    profitAt({ ...props.position, size: size() }, exitPrice(), instrument()?.isInverse ?? false);
  const figures = (): readonly (readonly [string, string])[] => [
    ["Closes", `${short(size())} of ${short(props.position.size)} ${instrument()?.base ?? ""}`],
    [`Estimated profit in ${props.position.marginCoin}, before fees`, signed(gain(), 4)],
  ];
  const faultOfSize = () => closingSizeFault(limitSize(), instrument(), props.position.size);
  const faultOfPrice = () => priceFault(price(), instrument());
  const isFaulty = (): boolean =>
    type() === "limit" && (faultOfSize() ?? faultOfPrice()) !== undefined;
  const close = async (): Promise<void> => {
    if (type() === "market") await props.client.closePosition(props.position, part());
    else await props.client.place(limitOrder(props.position, limitSize(), price()));
    showToast({ kind: "good", text: `Sent an order that closes ${props.position.symbol}` });
    props.onClose();
  };
  return {
    ...{ type, setType, part, choose, limitSize, setLimitSize, price, setPrice, instrument },
    ...{ figures, faultOfSize, faultOfPrice, isFaulty },
    ...{ fault: attempt.fault, isSending: attempt.isSending, send: () => attempt.run(close) },
  };
}

function LimitFields(props: { readonly draft: Draft }): JSX.Element {
  const instrument = () => props.draft.instrument();
  return (
    <>
      <NumberField
        label="Price"
        unit={instrument()?.quote}
        step={instrument()?.priceStep}
        value={props.draft.price()}
        fault={props.draft.faultOfPrice()}
        onValue={props.draft.setPrice}
      />
      <NumberField
        label="Size"
        unit={instrument()?.base}
        step={instrument()?.sizeStep}
        value={props.draft.limitSize()}
        fault={props.draft.faultOfSize()}
        onValue={props.draft.setLimitSize}
      />
    </>
  );
}

function limitOrder(position: Position, size: string, price: string) {
  const { category, isHedge, marginMode, side, symbol } = position;
  return {
    ...{ category, symbol, marginMode, price, size },
    side: closingSide(position),
    type: "limit",
    timeInForce: "gtc",
    positionSide: isHedge ? side : undefined,
    // In hedge mode the position side says that the order closes.
    reduceOnly: !isHedge,
    clientId: newClientId(),
  } as const;
}
