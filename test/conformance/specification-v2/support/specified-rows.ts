/**
 * Rows of the specification's tables of fields and parameters, by their names alone.
 * `testParameters` and `testFields` compare their tables with these lists.
 */

const TRIGGER_ORDER = [
  ...["planType", "symbol", "size", "orderId", "clientOid", "price", "callbackRatio"],
  ...["triggerPrice", "triggerType", "planStatus", "side", "posSide", "marginCoin", "marginMode"],
  ...["enterPointSource", "tradeSide", "posMode", "orderType", "orderSource", "cTime", "uTime"],
  ...["presetStopSurplusPrice", "stopSurplusTriggerPrice", "stopSurplusTriggerType"],
  ...["presetStopLossPrice", "stopLossTriggerPrice", "stopLossTriggerType"],
];
const LIQUIDATION = [
  ...["orderId", "symbol", "orderType", "side", "priceAvg", "price", "fillSize", "size", "amount"],
  ...["fromCoin", "fromSize", "toCoin", "toSize", "cTime", "uTime"],
];
const SPOT_ORDER = [
  ...["userId", "symbol", "orderId", "clientOid", "price", "size", "orderType", "side", "status"],
  ...["priceAvg", "baseVolume", "quoteVolume", "enterPointSource", "orderSource"],
  ...["cTime", "uTime", "tpslType", "triggerPrice"],
];

/** Fields of each resource. */
export const FIELDS = {
  "a common trigger order": TRIGGER_ORDER,
  "a trailing stop order": TRIGGER_ORDER,
  "a take-profit order": TRIGGER_ORDER,
  "a trigger sub-order": ["orderId", "price", "type", "status"],
  "order identifiers of a futures order": ["orderId", "clientOid"],
  "order identifiers of a withdrawal": ["orderId", "clientOid"],
  "a contract config": [
    ...["baseCoin", "quoteCoin", "symbol", "symbolStatus", "symbolType", "supportMarginCoins"],
    ...["buyLimitPriceRatio", "sellLimitPriceRatio", "feeRateUpRatio", "openCostUpRatio"],
    ...["makerFeeRate", "takerFeeRate", "minTradeNum", "sizeMultiplier", "pricePlace"],
    ...["priceEndStep", "volumePlace", "limitOpenTime", "offTime", "maintainTime"],
    ...["deliveryTime", "deliveryStartTime", "launchTime", "fundInterval", "minLever"],
    ...["maxLever", "posLimit"],
  ],
  "an isolated liquidation order": LIQUIDATION,
  "an isolated liquidation swap": LIQUIDATION,
  "an isolated open order": [
    ...["symbol", "orderId", "clientOid", "size", "amount", "priceAvg", "price", "force"],
    ...["enterPointSource", "status", "side", "baseSize", "quoteSize", "orderType", "loanType"],
    ...["cTime", "uTime"],
  ],
  "a batch cancel result": ["successList", "failureList"],
  "a cancelled order of a batch": ["orderId", "clientOid"],
  "a failed order of a batch": ["clientOid", "errorMsg"],
  "a spot fill": [
    ...["userId", "symbol", "orderId", "tradeId", "orderType", "side", "priceAvg", "size"],
    ...["amount", "tradeScope", "feeDetail", "cTime", "uTime"],
  ],
  "a spot historical order": [...SPOT_ORDER, "feeDetail"],
  "a spot take-profit or stop-loss order": SPOT_ORDER,
  "a transfer record": [
    ...["coin", "status", "fromType", "toType", "fromSymbol", "toSymbol", "size", "ts"],
    ...["clientOid", "transferId"],
  ],
  "an account bill": [
    ...["cTime", "coin", "groupType", "businessType", "size", "balance", "fees", "billId"],
  ],
  "coin information": ["coinId", "coin", "transfer", "chains"],
  "a chain of a coin": [
    ...["chain", "needTag", "withdrawable", "rechargeable", "withdrawFee", "extraWithdrawFee"],
    ...["depositConfirm", "withdrawConfirm", "minDepositAmount", "minWithdrawAmount"],
    ...["browserUrl", "contractAddress", "withdrawStep", "withdrawMinScale", "congestion"],
  ],
  "a virtual sub-account with API key": [
    ...["subAccountUid", "subAccountName", "label", "subAccountApiKey", "secretKey"],
    ...["permList", "ipList"],
  ],
  failureList: ["subaAccountName"],
  successList: [
    ...["subaAccountUid", "subaAccountName", "status", "label", "permList", "cTime", "uTime"],
  ],
  "a funding rate record": ["symbol", "fundingRate", "fundingRateTimestamp"],
  "a peer-to-peer ad": [
    ...["advId", "merchantId", "merchantName", "token", "fiat", "side", "price", "minAmount"],
    ...["maxAmount", "quantity", "payMethods", "completedOrderNum", "completedRate"],
    ...["avgReleaseTime", "createdTime"],
  ],
  "a conversion result": ["toCoin", "toCoinSize", "cnvtPrice", "ts"],
  "a risk unit result": ["riskUnitId"],
  "an order of a unified account": [
    ...["category", "symbol", "orderType", "qty", "price", "side", "posSide", "timeInForce"],
    ...["reduceOnly", "clientOid", "stpMode", "orderId", "cancelSource", "tradeId"],
    ...["createdTime", "updatedTime", "ts"],
  ],
  "a max-available result": [
    ...["available", "maxOpen", "buyOpenCost", "sellOpenCost", "maxBuyOpen", "maxSellOpen"],
  ],
  "order identifiers of a unified account": ["clientOid", "orderId"],
  "a response to a trade operation": [
    ...["event", "id", "category", "topic", "args", "code", "msg", "ts"],
  ],
  "an order of a response to a trade operation": ["symbol", "orderId", "clientOid", "cTime"],
} as const;

const WINDOW = ["startTime", "endTime"] as const;
const PAGING = ["cursor", ...WINDOW, "limit"] as const;
const PLACED = [
  ...["category", "symbol", "orderType", "qty", "price", "side", "posSide", "timeInForce"],
  ...["reduceOnly", "clientOid", "stpMode"],
] as const;
const MODIFIED = ["symbol", "orderId", "clientOid", "price", "qty", "autoCancel"] as const;
const CANCELLED = ["orderId", "clientOid"] as const;

/** Parameters of each endpoint, under its heading. */
export const PARAMETERS = {
  "Get Pending Trigger Order": [
    ...["planType", "productType", "orderId", "clientOid", "symbol", "idLessThan"],
    ...[...WINDOW, "limit"],
  ],
  "Trigger Sub Order": ["planType", "planOrderId", "productType"],
  "Place Order": [
    ...["symbol", "productType", "marginMode", "marginCoin", "size", "price", "side", "tradeSide"],
    ...["orderType", "force", "clientOid", "reduceOnly", "presetStopSurplusPrice"],
    ...["presetStopLossPrice", "stpMode"],
  ],
  "Get Contract Config": ["productType", "symbol"],
  "Get Isolated Liquidation Orders": [
    ...["type", "symbol", "fromCoin", "toCoin", ...WINDOW, "limit", "idLessThan"],
  ],
  "Get Isolated Current Orders": [
    ...["symbol", "orderId", "clientOid", ...WINDOW, "limit", "idLessThan"],
  ],
  "Cancel Isolated Orders in Batch": ["symbol", "orderIdList"],
  "Get Fills": ["symbol", "orderId", ...WINDOW, "limit", "idLessThan"],
  "Get History Orders": [
    ...["symbol", ...WINDOW, "idLessThan", "limit", "orderId", "tpslType"],
    ...["requestTime", "receiveWindow"],
  ],
  "Get Transfer Record": [
    ...["coin", "fromType", ...WINDOW, "clientOid", "pageNum", "limit", "idLessThan"],
  ],
  "Get Account Bills": ["coin", "groupType", "businessType", ...WINDOW, "limit", "idLessThan"],
  Withdraw: [
    ...["coin", "transferType", "address", "chain", "innerToType", "areaCode", "tag", "size"],
    ...["remark", "clientOid", "memberCode", "identityType", "companyName", "firstName"],
    "lastName",
  ],
  "Get Coin Info": ["coin"],
  "Get Risk Control Unit": [],
  Convert: ["fromCoin", "fromCoinSize", "cnvtPrice", "toCoin", "toCoinSize", "traceId"],
  "Create Virtual Subaccount": ["subAccountList"],
  "Batch Create Virtual Subaccount and Apikey": [
    ...["subAccountName", "passphrase", "label", "ipList", "permList"],
  ],
  "Get Funding Rate History": ["category", "symbol", "cursor", "limit"],
  "Get Ad List": ["token", "fiat", "side", "amount", "pageNum", "limit"],
  "POST /api/v3/account/set-leverage": ["leverage", "coin", "productType", "symbol"],
  "POST /api/v3/account/max-open-available": ["category", "symbol", "orderType", "side"],
  "POST /api/v3/trade/place-order": PLACED,
  "POST /api/v3/trade/modify-order": MODIFIED,
  "POST /api/v3/trade/cancel-order": CANCELLED,
  "GET /api/v3/trade/history-orders": PAGING,
  "GET /api/v3/trade/fills": PAGING,
  "GET /api/v3/account/financial-records": PAGING,
  "operation place-order": [
    ...["orderType", "price", "qty", "side", "symbol", "timeInForce", "clientOid"],
  ],
  "operation modify-order": ["autoCancel", "clientOid", "orderId", "price", "qty", "symbol"],
  "operation cancel-order": CANCELLED,
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Parameters that tests of an endpoint have beyond its table: they are stated elsewhere in the
 * specification (idLessThan) or sent by clients (symbol).
 */
export const BEYOND_TABLES: Readonly<Partial<Record<keyof typeof PARAMETERS, string>>> = {
  "Get Contract Config": "symbol",
  "Get Isolated Current Orders": "idLessThan",
};
