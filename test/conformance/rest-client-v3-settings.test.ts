import { expect, it } from "vitest";
import { restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const alice = restV3(exchange, exchange.firstUser("unified"));

it("RestClientV3 reads what an account does not choose", async () => {
  proves("RestClientV3.getDeductInfo", "GET /api/v3/account/deduct-info");
  proves("RestClientV3.switchDeduct", "POST /api/v3/account/switch-deduct");
  proves("RestClientV3.getCollateralType", "GET /api/v3/account/collateral-type");
  proves("RestClientV3.getOpenInterestLimit", "GET /api/v3/account/open-interest-limit");
  proves("RestClientV3.getPositionTier", "GET /api/v3/market/position-tier");
  expect((await alice.getDeductInfo()).data).toEqual({ deduct: "off" });
  expect((await alice.switchDeduct({ deduct: "off" })).data).toBe(true);
  await expect(alice.switchDeduct({ deduct: "on" })).rejects.toMatchObject({
    body: { code: "40410" },
  });
  const { data: collateral } = await alice.getCollateralType();
  expect(collateral.collateralType).toBe("all");
  expect(String(collateral.collateralCoins).split(",")).toContain("USDT");
  const contract = { category: "USDT-FUTURES", symbol: "BTCUSDT" } as const;
  expect((await alice.getOpenInterestLimit(contract)).data).toMatchObject({ symbol: "BTCUSDT" });
  const tiers = (await alice.getPositionTier({ category: "USDT-FUTURES" })).data;
  expect(new Set(tiers.map((tier) => Reflect.get(tier, "symbol"))).size).toBeGreaterThan(1);
});
