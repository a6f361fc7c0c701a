import { createSignal, type JSX, Show } from "solid-js";
import type { AccountClient } from "../../accounts/account-client.ts";
import type { Position } from "../../accounts/model.ts";
import { short, signed } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { failureText } from "../../wire/wire-failure.ts";
import { Figures } from "./confirmation.tsx";
import { exitFault, profitAt } from "./figures.ts";
import { instrumentOf } from "./tab-props.ts";

type Exit = "takeProfit" | "stopLoss";

/** Sets, changes or removes take profit and stop loss of a whole position. */
export function ExitsDialog(props: {
  readonly client: AccountClient;
  readonly position: Position;
  readonly onClose: () => void;
}): JSX.Element {
  const [takeProfit, setTakeProfit] = createSignal(props.position.takeProfit);
  const [stopLoss, setStopLoss] = createSignal(props.position.stopLoss);
  const [isSending, setSending] = createSignal(false);
  const [fault, setFault] = createSignal<string>();
  const instrument = () => instrumentOf(props.position);
  const faultOf = (kind: Exit, price: string): string | undefined =>
    // A price that is already set may stay, wherever the mark price is now.
    price === props.position[kind]
      ? undefined
      : exitFault(kind, price, props.position, instrument());
  const hintOf = (price: string): string | undefined => {
    const gain = profitAt(props.position, price, instrument()?.isInverse ?? false);
    return gain === ""
      ? "Empty for none"
      : `About ${signed(gain, 4)} ${props.position.marginCoin} before fees`;
  };
  const isFaulty = (): boolean =>
    (faultOf("takeProfit", takeProfit()) ?? faultOf("stopLoss", stopLoss())) !== undefined;
  const send = async (): Promise<void> => {
    setSending(true);
    setFault(undefined);
    try {
      const exits = { takeProfit: takeProfit(), stopLoss: stopLoss() };
      await props.client.setExits(props.position, exits);
      showToast({ kind: "good", text: `Exits of ${props.position.symbol} are set` });
      props.onClose();
    } catch (thrown) {
      setFault(failureText(thrown));
      setSending(false);
    }
  };
  return (
    <Dialog
      title={`Take profit and stop loss of the ${props.position.side} in ${props.position.symbol}`}
      onClose={props.onClose}
    >
      <Figures
        figures={[
          ["Entry", short(props.position.entryPrice)],
          ["Mark", short(props.position.markPrice)],
          ["Liquidation", short(props.position.liquidationPrice)],
        ]}
      />
      <NumberField
        label="Take profit"
        unit={instrument()?.quote}
        step={instrument()?.priceStep}
        value={takeProfit()}
        hint={hintOf(takeProfit())}
        fault={faultOf("takeProfit", takeProfit())}
        onValue={setTakeProfit}
      />
      <NumberField
        label="Stop loss"
        unit={instrument()?.quote}
        step={instrument()?.priceStep}
        value={stopLoss()}
        hint={hintOf(stopLoss())}
        fault={faultOf("stopLoss", stopLoss())}
        onValue={setStopLoss}
      />
      <Show when={fault()}>
        {(text) => (
          <p class="down" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <div class="actions">
        <Button look="primary" disabled={isSending() || isFaulty()} onClick={() => void send()}>
          Set exits
        </Button>
      </div>
    </Dialog>
  );
}
