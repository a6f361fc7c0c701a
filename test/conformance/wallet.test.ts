/** Chains, deposits and withdrawals as unmodified clients see them. */
import { expect, it } from "vitest";
import { restV2 } from "./support/bitget-api-clients.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();

it("ccxt sees what is open for deposits and withdrawals, and what a withdrawal costs", async () => {
  proves("ccxt.fetchCurrencies", "GET /api/v2/spot/public/coins");
  proves("ccxt.fetchDepositWithdrawFees", "GET /api/v2/spot/public/coins");
  const client = await plainClient(exchange, undefined);
  const { USDT, XRP, USD } = await client.fetchCurrencies();
  expect(USDT).toMatchObject({ active: true, deposit: true, withdraw: true });
  const { networks } = USDT ?? {};
  expect(Object.keys(networks ?? {}).sort()).toEqual(["ERC20", "TRC20"]);
  expect(networks?.["TRC20"]).toMatchObject({
    ...{ id: "TRC20", deposit: true, withdraw: true, fee: 1, precision: 0.000001 },
    limits: { withdraw: { min: 10 }, deposit: { min: 0.01 } },
  });
  expect(XRP).toMatchObject({ deposit: true, withdraw: true, fee: 0.2 });
  expect(USD?.networks).toEqual({});
  const fees = await client.fetchDepositWithdrawFees(["BTC", "USDT"]);
  expect(fees["BTC"]?.networks).toMatchObject({ BTC: { withdraw: { fee: 0.0002 } } });
});

it("the operator closes a chain and changes its fee; clients see it at once", async () => {
  proves("RestClientV2.getSpotCoinInfo", "GET /api/v2/spot/public/coins");
  const change = { coin: "DOGE", chain: "doge", isWithdrawable: false, withdrawFee: "6.5" };
  expect(await exchange.admin("PUT", "/chains", change)).toMatchObject({
    ...{ coin: "DOGE", chain: "DOGE", withdrawFee: "6.5", isWithdrawable: false },
    ...{ isRechargeable: true, withdrawStep: "0.01" },
  });
  const { data } = await restV2(exchange).getSpotCoinInfo({ coin: "DOGE" });
  expect(data).toMatchObject([
    {
      chains: [{ chain: "DOGE", withdrawable: "false", rechargeable: "true", withdrawFee: "6.5" }],
    },
  ]);
  const refused = { coin: "DOGE", chain: "DOGE", withdrawConfirmations: 0 };
  await expect(exchange.admin("PUT", "/chains", refused)).rejects.toThrow(/10,000 confirmations/);
  const tooFine = { coin: "DOGE", chain: "DOGE", withdrawFee: "0.000000001" };
  await expect(exchange.admin("PUT", "/chains", tooFine)).rejects.toThrow(/8 and 6 decimals/);
});
