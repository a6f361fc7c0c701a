import { Type } from "typebox";
import { productType, symbol } from "../../../http/fields.ts";

/** How futures endpoints name one contract. */
export const CONTRACT_FIELDS = { symbol: symbol(), productType: productType() };
/** One contract, or all of a product line. */
export const CONTRACTS_FIELDS = { symbol: Type.Optional(symbol()), productType: productType() };
