import { expect, it } from "vitest";
import { appealDecision, type P2pOrder } from "./p2p-acts.ts";

const ORDER: P2pOrder = {
  ...{ id: "5", buyer: "11", seller: "22", coin: "USDT", fiat: "EUR", price: "0.9" },
  ...{ amount: "90", quantity: "100", status: "in_appeal", method: "Bank transfer" },
  ...{ createdAt: "", payBy: "", paidAt: "", appealedAt: "" },
};

it("a decision names who gets the coins, and asks to repeat how many", () => {
  const released = appealDecision(ORDER, true, () => undefined);
  expect(released).toMatchObject({ body: { isReleased: true }, repeat: "100 USDT" });
  expect(released.effects[0]).toBe("100 USDT go from the escrow to the buyer 11.");
  const returned = appealDecision(ORDER, false, () => undefined);
  expect(returned.effects[0]).toBe("100 USDT go from the escrow back to the seller 22.");
});
