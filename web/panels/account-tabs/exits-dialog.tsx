import { createSignal, type JSX, Show } from "solid-js";
import type { AccountClient } from "../../accounts/account-client.ts";
import type { Position } from "../../accounts/model.ts";
import { short, signed } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FaultText } from "../../parts/fault-text.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { createAttempt } from "../../state/attempt.ts";
import { Figures } from "./confirmation.tsx";
import { exitFault, exitsText, profitAt } from "./figures.ts";
import { priceText } from "./record-cells.tsx";
import { instrumentOf } from "./tab-props.ts";

type Exit = "takeProfit" | "stopLoss";

type Props = {
  readonly client: AccountClient;
  readonly position: Position;
  readonly onClose: () => void;
};

/** Sets, changes or removes take profit and stop loss of a whole position. */
export function ExitsDialog(props: Props): JSX.Element {
  const [takeProfit, setTakeProfit] = createSignal(props.position.takeProfit);
  const [stopLoss, setStopLoss] = createSignal(props.position.stopLoss);
  const attempt = createAttempt();
  const isFaulty = (): boolean =>
    (faultOf("takeProfit", takeProfit(), props.position) ??
      faultOf("stopLoss", stopLoss(), props.position)) !== undefined;
  const send = async (): Promise<void> => {
    const exits = { takeProfit: takeProfit(), stopLoss: stopLoss() };
    await props.client.setExits(props.position, exits);
    showToast({ kind: "good", text: `Exits of ${props.position.symbol} are set` });
    props.onClose();
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
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt.run(send);
        }}
      >
        <ExitField
          kind="takeProfit"
          label="Take profit"
          position={props.position}
          value={takeProfit()}
          onValue={setTakeProfit}
        />
        <ExitField
          kind="stopLoss"
          label="Stop loss"
          position={props.position}
          value={stopLoss()}
          onValue={setStopLoss}
        />
        <Show when={props.position.partExits?.length}>
          <p class="quiet">
            Orders have set exits of parts: {partsText(props.position)}. They stay; change them
            under Trigger orders.
          </p>
        </Show>
        <FaultText text={attempt.fault()} />
        <div class="actions">
          <Button type="submit" look="primary" disabled={attempt.isSending() || isFaulty()}>
            Set exits
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ExitField(props: {
  readonly kind: Exit;
  readonly label: string;
  readonly position: Position;
  readonly value: string;
  readonly onValue: (value: string) => void;
}): JSX.Element {
  const instrument = () => instrumentOf(props.position);
  const hint = (): string => {
    const gain = profitAt(props.position, props.value, instrument()?.isInverse ?? false);
    if (gain === "") return "Empty for none";
    return `About ${signed(gain, 4)} ${props.position.marginCoin} before fees`;
  };
  return (
    <NumberField
      label={props.label}
      unit={instrument()?.quote}
      step={instrument()?.priceStep}
      value={props.value}
      hint={hint()}
      fault={faultOf(props.kind, props.value, props.position)}
      onValue={props.onValue}
    />
  );
}

/** Take profit and stop loss of the parts that have exits of their own. */
function partsText(position: Position): string {
  const parts = { ...position, takeProfit: "", stopLoss: "" };
  return exitsText(parts, (price) => priceText(position, price));
}

/** Says what is wrong with a price; a set one may stay, wherever the mark price is now. */
function faultOf(kind: Exit, price: string, position: Position): string | undefined {
  if (price === position[kind]) return undefined;
  return exitFault(kind, price, position, instrumentOf(position));
}
