/** Summary of each administrative route, by method and path below the prefix. */
export const ADMIN_SUMMARIES: Readonly<Record<string, string>> = {
  "GET /": "Lists these routes",
  "GET /users": "Lists the first 100 users",
  "POST /users": "Creates a user: kind, realm, name, parentUid, level",
  "GET /users/after/:uid": "Lists the next 100 users",
  "GET /users/:uid/balances": "Lists a user's balances",
  "GET /users/:uid/keys": "Lists a user's keys, without secrets",
  "POST /users/:uid/keys": "Creates a key: passphrase, permissions, ipList, publicKey",
  "DELETE /users/:uid/keys/:apiKey": "Revokes a key",
  "POST /users/:uid/credits": "Credits funds: wallet, coin, amount",
  "POST /users/:uid/cancel-orders": "Cancels open orders and plans: category",
  "POST /instruments/halt": "Halts an instrument: symbol, category, realm",
  "POST /instruments/resume": "Resumes an instrument: symbol, category, realm",
  "GET /index-prices": "Lists index prices",
  "PUT /index-prices": "Sets an index price: symbol, category, realm, price, force",
  "POST /index-prices/release": "Releases an index price: symbol, category, realm",
  "GET /price-sources": "Lists price sources and their prices",
  "PUT /price-sources/:name": "Posts prices to a source: prices",
  "PUT /deliveries": "Schedules a delivery: symbol, category, realm, deliveryTime",
  "PUT /funding-terms":
    "Sets terms of funding: symbol, category, realm, intervalHours, rateMin, rateMax, impactSize",
  "GET /loan-terms": "Lists terms of loans",
  "PUT /loan-terms":
    "Sets terms of loans: realm, symbol, coin, pricedBy, dailyRate, amountMin, interestFree, tiers",
  "GET /margin-rules": "Shows the rules of margin accounts",
  "PUT /margin-rules":
    "Sets the rules of margin accounts: risk rates, fee, haircut, terms of repayment and of pools",
  "GET /position-tiers": "Lists tiers of positions",
  "PUT /position-tiers": "Sets tiers of positions: symbol, category, realm, tiers",
  "GET /collateral": "Lists what coins count for as margin",
  "PUT /collateral": "Sets what a coin counts for: coin, isDollar, isShared, tiers",
  "POST /endowments": "Endows a fund: realm, fund, coin, amount",
  "PUT /opening-limits": "Sets bounds of opening: symbol, category, realm and the bounds",
  "GET /rate-limits": "Lists rate limits",
  "PUT /rate-limits": "Changes a rate limit: bucket, count, perMs",
  "PUT /rate-limits/mode": "Switches rate limits: mode (exact, off, configured)",
  "GET /price-guards": "Lists what keeps prices from being steered",
  "PUT /price-guards":
    "Sets guards of prices: symbol, category, realm, markCap, markStep, impactUnits, referenceStep",
  "GET /loss-limits": "Lists loss limits of contracts",
  "PUT /loss-limits":
    "Sets the loss limits of a contract: symbol, category, realm, fundDrawMax, factors and floors",
  "GET /insurance-funds": "Lists insurance funds and their terms",
  "PUT /insurance-funds": "Sets the terms of an insurance fund: coin, realm, feeShare, drawMax",
  "GET /lending-pools":
    "Lists lending pools: funds, loss of the hour, limit, whether it is reached",
  "GET /users/:uid/review": "Shows the review of an account",
  "PUT /users/:uid/freeze":
    "Freezes a user, whose keys are then refused, or ends the freeze: isFrozen",
  "PUT /users/:uid/review": "Begins or ends the review of an account: isHeld, reason",
  "GET /surveillance/alerts": "Lists alerts, newest first: kind, since, limit, cursor",
  "GET /surveillance/groups/:uid": "Shows the accounts linked to a user, and why",
  "GET /surveillance/figures": "Shows the thresholds of surveillance",
  "PUT /surveillance/figures": "Changes thresholds of surveillance",
  "GET /time": "Shows exchange time, the wall clock, and whether a jump of the clock is held",
  "POST /time/accept": "Accepts the wall clock after a jump: differenceMs, as it was shown",
  "GET /chains": "Lists the chains of coins and their terms",
  "PUT /chains":
    "Sets the terms of a coin on a chain: coin, chain, fees, minimums, confirmations, what is open",
  "GET /p2p/terms": "Lists all terms of peer-to-peer trading: fiats, tokens, levels, methods",
  "GET /p2p/summary": "Counts merchants, ads and open orders, and compares the escrow with them",
  "GET /p2p/merchants": "Lists merchants with statistics of their orders: limit, cursor",
  "GET /p2p/ads": "Lists ads that are not removed, newest first: uid, status, limit, cursor",
  "PUT /p2p/fiats": "Sets the terms of a fiat currency of peer-to-peer trading",
  "PUT /p2p/tokens": "Sets bounds and fee of a coin in peer-to-peer trading",
  "POST /p2p/methods": "Lists a method of payment: name",
  "PUT /p2p/levels": "Sets the limits of a level of merchants",
  "PUT /users/:uid/merchant": "Makes a user a merchant: level (none to end it), nickName",
  "GET /p2p/orders":
    "Lists orders that have not ended, newest first: uid, status (in_appeal), limit, cursor",
  "GET /users/:uid/p2p-orders":
    "Lists a user's peer-to-peer orders, ended ones included: status, limit, cursor",
  "POST /p2p/orders/:id/decision": "Decides on an order in appeal: isReleased",
  "GET /conversion-terms":
    "Lists the terms of conversions, the inventory and its change of the day",
  "PUT /conversion-terms":
    "Sets the terms of converting a coin: realm, coin, amountMin, amountMax, spread, netMax",
  "GET /pledged-loan-terms": "Lists the terms of borrowing coins against pledges",
  "PUT /pledged-loan-terms":
    "Sets the terms of borrowing a coin against a pledge: realm, coin, amountMin, amountMax, " +
    "flexibleRate, shortRate, longRate, shortHours, longHours, accountLoansMax",
  "GET /pledge-terms": "Lists the terms of pledging coins, and the pledged amounts",
  "PUT /pledge-terms":
    "Sets the terms of pledging a coin: realm, coin, initial, supplement, forced, amountMin, " +
    "amountMax, heldMax",
  "GET /called-loans": "Lists loans against pledges at their supplementary line or above",
  "GET /conversion-rules": "Lists the rules of conversions, and the result of the day",
  "PUT /conversion-rules":
    "Sets the rules of conversions: realm, quotesMax, accountQuotesMax, accountDayUsdMax, " +
    "dayLossUsdMax",
  "GET /loan-products": "Lists the products of institutional loans",
  "PUT /loan-products":
    "Sets a product: realm, product, leverage, dailyRate, lines, coins, instruments; no coins " +
    "withdraw it",
  "GET /risk-units": "Lists risk units, their users, loans and ratio of debt to collateral",
  "PUT /users/:uid/risk-unit": "Makes an account a risk unit: product, or 0 to end the unit",
  "PUT /users/:uid/unit-users":
    "Binds a user of the same main account to the unit of an account, or ends it: user, isBound",
  "POST /users/:uid/unit-loans": "Lends to a risk unit: coin, amount",
  "POST /users/:uid/unit-repayments":
    "Repays a loan of a unit out of the wallet of one of its users: loan, amount",
  "POST /users/:uid/deposits": "Makes a deposit arrive on a simulated chain: coin, chain, amount",
  "POST /chains/reorganise":
    "Reorganises the last blocks of a simulated chain: chain, blocks, isDropped",
  "GET /users/:uid/addresses": "Lists the address book of withdrawals",
  "POST /users/:uid/addresses": "Adds to the address book: kind, coin, chain, address, tag, label",
  "DELETE /users/:uid/addresses/:id": "Removes an entry of the address book",
  "GET /withdrawals": "Lists withdrawals that have not ended",
  "POST /withdrawals/:id/decision": "Approves or rejects a withdrawal in review: isApproved",
  "GET /audit": "Runs the audit",
};
