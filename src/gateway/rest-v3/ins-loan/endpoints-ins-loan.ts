import type { Endpoint } from "../../http/endpoint.ts";
import { bindUnitUid } from "./bind-uid.ts";
import { getUnitRatio } from "./get-ltv.ts";
import { getUnitCoins } from "./get-margin-coins.ts";
import { getUnitProduct } from "./get-product-info.ts";
import { getRiskUnits } from "./get-risk-units.ts";
import { getUnitSymbols } from "./get-symbols.ts";
import { getUnitTransferable } from "./get-transferable.ts";
import { listUnitLoans } from "./list-loan-orders.ts";
import { listUnitRepayments } from "./list-repayments.ts";

/** Institutional loans to risk units. */
export const endpointsInsLoanV3: readonly Endpoint[] = [
  getUnitProduct,
  getUnitSymbols,
  getUnitCoins,
  getUnitRatio,
  getRiskUnits,
  getUnitTransferable,
  listUnitLoans,
  listUnitRepayments,
  bindUnitUid,
];
