import { Type } from "typebox";
import type { ChainTerms } from "../../../../core/instruments/chain-terms.ts";
import { coinText, rateE6Text } from "../../../../wire/texts.ts";
import { defineEndpoint, type EndpointContext } from "../../../http/endpoint.ts";
import { coin } from "../../../http/fields.ts";
import { coinAskedFor } from "../../shared/coins.ts";

const Flag = Type.String({ description: "true or false" });

const ChainRow = Type.Object({
  chain: Type.String(),
  needTag: Flag,
  withdrawable: Flag,
  rechargeable: Flag,
  withdrawFee: Type.String(),
  extraWithdrawFee: Type.String({ description: "Share of the size; 0.1 is 10 %" }),
  depositConfirm: Type.String(),
  withdrawConfirm: Type.String(),
  minDepositAmount: Type.String(),
  minWithdrawAmount: Type.String(),
  browserUrl: Type.String(),
  contractAddress: Type.String(),
  withdrawStep: Type.String({ description: "The size is a multiple of it; 0 for no such limit" }),
  withdrawMinScale: Type.String({ description: "Largest number of decimals of the size" }),
  congestion: Type.String({ description: "normal or congested" }),
});

function chainRow(context: EndpointContext, terms: ChainTerms) {
  const currency = context.exchange.accounts.currencyAt(terms.currency);
  const amount = (atoms: bigint): string => coinText(currency, atoms);
  return {
    chain: terms.chain,
    needTag: String(terms.needsTag),
    withdrawable: String(terms.isWithdrawable),
    rechargeable: String(terms.isRechargeable),
    withdrawFee: amount(terms.withdrawFee),
    extraWithdrawFee: rateE6Text(terms.extraFee),
    depositConfirm: String(terms.depositConfirmations),
    withdrawConfirm: String(terms.withdrawConfirmations),
    minDepositAmount: amount(terms.depositMin),
    minWithdrawAmount: amount(terms.withdrawMin),
    browserUrl: terms.browserUrl,
    contractAddress: terms.contractAddress,
    withdrawStep: amount(terms.withdrawStep),
    withdrawMinScale: String(terms.withdrawDecimals),
    congestion: terms.isCongested ? "congested" : "normal",
  };
}

export const getCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/public/coins"],
  version: "v2",
  summary: "One or all coins and their chains",
  description: "A coin without chains can be neither deposited nor withdrawn.",
  access: { kind: "public" },
  limit: { perSecond: 3, per: "ip" },
  request: Type.Object({ coin: Type.Optional(coin()) }),
  response: Type.Array(
    Type.Object({
      coinId: Type.String(),
      coin: Type.String(),
      transfer: Flag,
      areaCoin: Type.String(),
      chains: Type.Array(ChainRow),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const named = coinAskedFor(context, request.coin);
    const listed = named === undefined ? accounts.currencies() : [named];
    return listed.map(({ index, code }) => ({
      coinId: String(index + 1),
      coin: code,
      transfer: "true",
      areaCoin: "no",
      chains: accounts.custody.chainsOf(index).map((terms) => chainRow(context, terms)),
    }));
  },
});
