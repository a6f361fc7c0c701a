import { Type } from "typebox";
import { parseUnits } from "../../../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../../../core/money/units.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, decimal, enumeration, productType, symbol } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { categoryOf, contractByCoin, mixInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";

export const setPositionMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-position-mode"],
  version: "v2",
  summary: "Set one-way or hedge mode of a product line",
  description: "Refused while the line has positions or open orders.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    productType: productType(),
    posMode: enumeration(["one_way_mode", "hedge_mode"]),
  }),
  response: Type.Object({ posMode: Type.String() }),
  async handle(context, request) {
    const command = {
      kind: "set_position_mode",
      user: context.principal.userIndex,
      category: categoryOf(request.productType),
      isHedge: request.posMode === "hedge_mode",
    } as const;
    await submitAccepted(context, command, "v2_mix");
    return { posMode: request.posMode };
  },
});

export const setMarginMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-margin-mode"],
  version: "v2",
  summary: "Set crossed or isolated margin of a contract",
  description: "Refused with code 45117 while the contract has positions, orders or plans.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    marginMode: enumeration(["crossed", "isolated"]),
  }),
  response: Type.Object({
    symbol: Type.String(),
    marginCoin: Type.String(),
    longLeverage: Type.String(),
    shortLeverage: Type.String(),
    marginMode: Type.String(),
  }),
  async handle(context, request) {
    const { exchange, principal } = context;
    const instrument = mixInstrument(context, request);
    const { marginMode } = request;
    const terms = { user: principal.userIndex, instrument: instrument.index, marginMode };
    await submitAccepted(context, { kind: "set_margin_mode", ...terms }, "v2_mix");
    const settings = exchange.accounts.settings(principal.userIndex, instrument);
    return {
      symbol: instrument.symbol,
      marginCoin: currencyCode(exchange.accounts, instrument.settle),
      longLeverage: String(settings.longLeverage),
      shortLeverage: String(settings.shortLeverage),
      marginMode: settings.marginMode,
    };
  },
});

/** A signed decimal in atoms of a coin; undefined when it is finer than an atom. */
function signedAtoms(text: string, decimals: number): bigint | undefined {
  const isNegative = text.startsWith("-");
  const amount = parseUnits(isNegative ? text.slice(1) : text, decimals);
  if (amount === undefined || amount > ATOMS_MAX) return undefined;
  return isNegative ? -amount : amount;
}

export const setPositionMargin = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-margin"],
  version: "v2",
  summary: "Add margin to an isolated position, or remove some",
  description:
    "A positive amount adds what the account can spare; a negative one removes what initial " +
    "margin and an unrealised loss do not need. holdSide may be left out in one-way mode.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    holdSide: Type.Optional(enumeration(["long", "short"])),
    amount: decimal({ negative: true }),
  }),
  response: Type.String(),
  async handle(context, request) {
    const instrument = mixInstrument(context, request);
    const decimals = context.exchange.accounts.currencyAt(instrument.settle)?.decimals ?? 0;
    const amount = signedAtoms(request.amount, decimals);
    if (amount === undefined) throw context.errors.wrong("amount");
    const command = {
      kind: "adjust_margin",
      user: context.principal.userIndex,
      instrument: instrument.index,
      positionSide: request.holdSide ?? "net",
      amount: atoms(amount),
    } as const;
    await submitAccepted(context, command, "v2_mix");
    return "";
  },
});

export const setAutoMargin = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-auto-margin"],
  version: "v2",
  summary: "Let margin be added to an isolated position before it would be liquidated",
  description:
    "The account adds what restores initial margin, as far as it can spare that. The contract is " +
    "found by symbol and margin coin; amount is accepted and has no effect.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    symbol: symbol(),
    marginCoin: coin(),
    holdSide: enumeration(["long", "short"]),
    autoMargin: enumeration(["on", "off"]),
    amount: Type.Optional(decimal()),
  }),
  response: Type.String(),
  async handle(context, request) {
    const { accounts } = context.exchange;
    const instrument = contractByCoin(context, request);
    const decimals = accounts.currencyAt(instrument.settle)?.decimals ?? 0;
    const amount = signedAtoms(request.amount ?? "1", decimals) ?? 0n;
    if (amount <= 0n) throw context.errors.wrong("amount");
    const user = context.principal.userIndex;
    if (accounts.settings(user, instrument).marginMode === "crossed") throw wireError("40874");
    const command = {
      kind: "set_auto_margin",
      user,
      instrument: instrument.index,
      positionSide: request.holdSide,
      isAuto: request.autoMargin === "on",
    } as const;
    await submitAccepted(context, command, "v2_mix");
    return "success";
  },
});

export const setAssetMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-asset-mode"],
  version: "v2",
  summary: "Set the asset mode of futures: single is the only one",
  description: "Margin of several coins together is what a unified account is for: code 40919.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 2, per: "uid" },
  request: Type.Object({
    productType: productType(),
    assetMode: enumeration(["single", "union"]),
  }),
  response: Type.String(),
  handle(_context, request) {
    return request.assetMode === "union" ? wireError("40919") : "success";
  },
});

export const getIsolatedSymbols = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/isolated-symbols"],
  version: "v2",
  summary: "Contracts of a product line that the caller has set to isolated margin",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ productType: productType() }),
  response: Type.Array(Type.Object({ symbol: Type.String(), marginMode: Type.String() })),
  handle(context, request) {
    const category = categoryOf(request.productType);
    return context.exchange.accounts
      .allSettings(context.principal.userIndex)
      .filter((one) => one.marginMode === "isolated" && one.instrument.category === category)
      .map(({ instrument, marginMode }) => ({ symbol: instrument.symbol, marginMode }));
  },
});
