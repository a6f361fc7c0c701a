import { For, type JSX } from "solid-js";
import { fixed, short } from "../../numbers/format.ts";
import type { Instrument } from "../../state/instruments.ts";
import type { Ticket } from "./ticket.ts";

/** Names and values of what the order would cost. */
export function previewRows(
  ticket: Ticket,
  instrument: Instrument,
): readonly (readonly [name: string, value: string])[] {
  const figures = ticket.preview();
  const { quoteDecimals } = instrument;
  const amount = (value: string, coin: string, decimals = 8): string =>
    value === "" ? "–" : `${short(value, decimals)} ${coin}`;
  const cost = instrument.isFutures ? "Margin" : ticket.draft().side === "buy" ? "Pays" : "Gives";
  return [
    ["Value", amount(figures.value, instrument.quote, Math.max(2, quoteDecimals))],
    [cost, amount(figures.cost, figures.costCoin)],
    ["Fee, maker / taker, at most", feeText(figures)],
    ...(instrument.isFutures
      ? ([
          [
            "Liquidation, estimate",
            figures.liquidationPrice === ""
              ? "–"
              : fixed(figures.liquidationPrice, instrument.priceDecimals),
          ],
        ] as const)
      : []),
  ];
}

function feeText({ feeCoin, makerFee, takerFee }: ReturnType<Ticket["preview"]>): string {
  return makerFee === "" ? "–" : `${short(makerFee, 6)} / ${short(takerFee, 6)} ${feeCoin}`;
}

/** What the order would cost, as it is written now. */
export function OrderPreview(props: {
  readonly ticket: Ticket;
  readonly instrument: Instrument;
}): JSX.Element {
  return (
    <dl class="ticket-preview">
      <For each={previewRows(props.ticket, props.instrument)}>
        {([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        )}
      </For>
    </dl>
  );
}
