import { Type } from "typebox";
import { idOfWire } from "../../../wire/ids.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { callingMain } from "../../users/sub-accounts.ts";
import { ANY_SESSION } from "../browser-sessions.ts";

export const removeAddress = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/remove-address"],
  version: "v3",
  summary: "Remove an entry of the address book of a main account",
  description:
    "Approved withdrawals to it that are not signed wait for the operator; signed ones go on.",
  access: {
    ...{ kind: "private", permission: ANY_SESSION, accounts: "any" },
    ...{ realm: "live", sender: "session" },
  },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ addressId: id() }),
  response: Type.Object({}),
  async handle(context, { addressId }) {
    const user = callingMain(context).index;
    const address = idOfWire(addressId);
    if (address === undefined) throw context.errors.notAnId("addressId");
    const { rejection } = await submitted(context, { kind: "remove_address", user, address });
    if (rejection !== undefined) throw context.errors.unknown("addressId");
    return {};
  },
});
