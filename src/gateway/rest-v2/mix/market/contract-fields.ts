import { Type } from "typebox";
import { productType, symbol } from "../../../http/fields.ts";

/** Fields that name one contract in futures endpoints. */
export const CONTRACT_FIELDS = { symbol: symbol(), productType: productType() };
/** Fields that name one contract, or all of a product line. */
export const CONTRACTS_FIELDS = { symbol: Type.Optional(symbol()), productType: productType() };
