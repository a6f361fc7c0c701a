import type { JSX } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Check } from "../../parts/check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { arrange, resetLayout, tradeLayout } from "../../state/trade-layout.ts";

/** Changes the arrangement of the trade screen. */
export function LayoutDialog(props: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Layout of the trade screen" onClose={props.onClose}>
      <Check
        label="Book and ticket left of the chart"
        checked={tradeLayout().isSwapped}
        onValue={(isSwapped) => arrange({ isSwapped })}
      />
      <Check
        label="Show the order book"
        checked={!tradeLayout().isBookHidden}
        onValue={(isShown) => arrange({ isBookHidden: !isShown })}
      />
      <Check
        label="Trades below the book, not in a tab"
        checked={tradeLayout().areTradesBelow}
        onValue={(areTradesBelow) => arrange({ areTradesBelow })}
      />
      <p class="quiet">
        The bars between the panels change their sizes: drag them, or reach them with Tab and press
        arrow keys.
      </p>
      <div class="actions">
        <Button onClick={resetLayout}>Reset layout</Button>
        <Button look="primary" onClick={() => props.onClose()}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
