import { Type } from "typebox";
import { category, enumeration, symbol } from "../../http/fields.ts";

const STRATEGY_TYPES = ["tpsl", "trigger"] as const;

export const STRATEGY_FILTERS = {
  category: category(),
  symbol: Type.Optional(symbol()),
  type: Type.Optional(enumeration(STRATEGY_TYPES)),
};
