import type { JSX } from "solid-js";
import { percent, short } from "../../../numbers/format.ts";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { loaded } from "../../../state/loaded.ts";
import type { AccountKind } from "../../../state/session.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { type LoanProduct, loadProduct, type ProductCoin } from "./units-wire.ts";

const COINS: readonly Column<ProductCoin>[] = [
  { title: "Coin", cell: (row) => row.coin },
  { title: "Share that counts", isNumber: true, cell: (row) => percent(row.convertRatio, 0) },
  { title: "At most, in dollars", isNumber: true, cell: (row) => short(row.maxConvertValue) },
];

/** The terms of the product of a unit: its lines, markets and coins. */
export function ProductPanel(props: {
  readonly kind: AccountKind;
  readonly productId: string;
}): JSX.Element {
  const product = loaded(() => loadProduct(props.kind, props.productId));
  return (
    <Panel title={`Terms of product ${props.productId}`}>
      <WhenLoaded from={product}>
        {(value) => (
          <>
            <Lines product={value()} />
            <p>
              A unit in debt may trade {value().spot.join(", ") || "nothing"} on spot and{" "}
              {value()
                .contracts.map(({ leverage, symbol }) => `${symbol} (to ${leverage}×)`)
                .join(", ") || "no contract"}
              .
            </p>
            <ScrollAcross>
              <DataTable label="Coins that count" columns={COINS} rows={value().coins} />
            </ScrollAcross>
          </>
        )}
      </WhenLoaded>
    </Panel>
  );
}

function Lines(props: { readonly product: LoanProduct }): JSX.Element {
  const line = (name: keyof LoanProduct["terms"]): string => percent(props.product.terms[name], 0);
  const afterLoan = (): number => 1 - 1 / Number(props.product.terms.leverage);
  return (
    <ul class="unit-lines">
      <li>
        With a leverage of {props.product.terms.leverage} the debt after a loan is at most{" "}
        {percent(afterLoan(), 0)} of the collateral
      </li>
      <li>Nothing leaves the unit above {line("transferLine")} debt to collateral</li>
      <li>Nothing is bought on spot above {line("spotBuyLine")}</li>
      <li>No contract is opened above {line("usdtContractOpenLine")}</li>
      <li>
        A liquidation begins at {line("liquidationLine")} and ends at {line("stopLiquidationLine")}
      </li>
    </ul>
  );
}
