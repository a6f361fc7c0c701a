import { Type } from "typebox";
import { clientOidV2, id } from "../../http/fields.ts";

export const ORDER_ID_FIELDS = {
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV2()),
};
