/** All bounds of the core, by name and unit. */

/** Longest client order id, in characters (v3: 32, some v2 endpoints: 64). */
export const CLIENT_ORDER_ID_LENGTH_MAX = 64;

/** How long the client id of a classic user's order or plan stays taken after its end, in ms. */
export const CLIENT_ID_KEPT_MS = 86_400_000;

/** Largest number of closed orders and plans of a user whose client ids stay taken. */
export const CLOSED_CLIENT_IDS_MAX = 10_000;

/**
 * Largest number of a user's open orders per product group (spot; all futures), and of pending
 * plans in total; exits of filled orders do not count.
 */
export const OPEN_ORDERS_MAX_DEFAULT = 400;

/** Open positions of a user in one product line: what may be set, and at first. */
export const POSITIONS_PER_PRODUCT_MAX = 400;

/** Largest number of open orders that may be set as a limit of an instrument or product line. */
export const OPENING_COUNT_MAX = 100_000;

/** Distance from the mark price beyond which the opening guard checks an order, in millionths. */
export const OPENING_DEVIATION_E6 = 10_000;

/** The largest risk rate that such an order may leave, in percent. */
export const OPENING_RISK_PERCENT_MAX = 90;

/** API keys per user (auth-and-errors.md section 4). */
export const KEYS_PER_USER_MAX = 10;

/** Sessions of browsers per user; a further one ends the oldest. */
export const SESSIONS_PER_USER_MAX = 16;

/** Longest life of a session, in milliseconds. */
export const SESSION_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** Longest name and hash of the password of a sign-in, in characters. */
export const SIGN_IN_NAME_LENGTH_MAX = 64;
export const PASSWORD_HASH_LENGTH_MAX = 128;

/** Largest sealed secret of one-time codes, in bytes. */
export const CODE_SECRET_BYTES_MAX = 128;

/** Sub-accounts per parent (trading-rules.md section 9). */
export const SUB_ACCOUNTS_PER_PARENT_MAX = 20;

/** Transfers of a user whose client ids are remembered, so that a repeat moves nothing. */
export const CLIENT_TRANSFER_IDS_MAX = 1_000;

/** Equity that the advanced level of a unified account needs, in US dollars. */
export const ADVANCED_EQUITY_USD_MIN = 1_000n;

/** Largest number of users; the index of a user is below it. */
export const USERS_MAX = 2 ** 24;

/** Largest numbers of currencies and instruments; their indexes fit the account key. */
export const CURRENCIES_MAX = 256;
export const INSTRUMENTS_MAX = 4096;

/** Largest number of pairs of a coin and a chain. */
export const CHAINS_MAX = 512;

/** Longest text in the terms of a chain, in characters. */
export const CHAIN_TEXT_LENGTH_MAX = 128;

/** Largest number of confirmations that a chain may require. */
export const CHAIN_CONFIRMATIONS_MAX = 10_000;

/** Longest address, tag, transaction id and remark of deposits and withdrawals, in characters. */
export const CUSTODY_TEXT_LENGTH_MAX = 128;

/** Blocks for which a settled deposit is remembered, so that a repeated notice has no effect. */
export const DEPOSIT_MEMORY_BLOCKS = 1_000;

/** Deposits of a user that are not final. */
export const DEPOSITS_PENDING_MAX = 20;

/** Withdrawals of a user that have not ended. */
export const OPEN_WITHDRAWALS_MAX = 20;

/** Entries of an address book. */
export const ADDRESSES_MAX = 50;

/** A calendar day, in ms. */
export const DAY_MS = 86_400_000;

/** Longest code of a fiat currency, name, and free text of peer-to-peer trading, in characters. */
export const P2P_CODE_LENGTH_MAX = 8;
export const P2P_NAME_LENGTH_MAX = 64;
export const P2P_TEXT_LENGTH_MAX = 512;

/** Fiat currencies, and methods of payment in all and of one ad or fiat currency. */
export const P2P_FIATS_MAX = 200;
export const P2P_METHODS_MAX = 200;
export const P2P_PAYMENTS_MAX = 20;

/** Decimals of a fiat currency, and the largest price of a US dollar in it, in 10^-8. */
export const P2P_FIAT_DECIMALS_MAX = 4;
export const P2P_USD_RATE_E8_MAX = 10n ** 15n;

/** Largest ratio of a price to the exchange rate, and largest fee, in millionths. */
export const P2P_RATIO_E6_MAX = 10_000_000;
export const P2P_FEE_E6_MAX = 100_000;

/** Longest time limit of a payment, in minutes, and time limits of one fiat currency. */
export const P2P_PAY_MINUTES_MAX = 1_440;
export const P2P_PAY_LIMITS_MAX = 10;

/** Largest limits of a level of merchants: numbers, and the value of an ad in US dollars. */
export const P2P_LEVEL_COUNT_MAX = 1_000;
export const P2P_AD_USD_MAX = 1_000_000_000;

/** Payment accounts of a user, and ads of a merchant, delisted ones included. */
export const P2P_ACCOUNTS_MAX = 10;
export const P2P_ADS_MAX = 100;

/** Open orders that a main account and its sub-accounts have placed on ads of others. */
export const P2P_TAKER_ORDERS_MAX = 10;

/** Unpaid peer-to-peer orders that a tick ends. */
export const P2P_EXPIRIES_PER_TICK = 64;

/** Ids of a command before it uses ids of the next command's range. */
export const IDS_PER_SEQ = 1024;

/** The mark price is refreshed at most this often, in ms (trading-rules.md section 3). */
export const MARK_PRICE_INTERVAL_MS = 1_000;

/** The basis average behind the mark price: a sample each 5 s over 5 minutes, in ms. */
export const BASIS_SAMPLE_INTERVAL_MS = 5_000;
export const BASIS_SAMPLE_WEIGHT_MS_MAX = 10_000;
export const BASIS_WINDOW_MS = 300_000;

/** Largest cap of the mark price against the index that may be set, in millionths. */
export const MARK_CAP_E6_MAX = 500_000;

/** The average of own trades behind the reference price of spot: 30 periods of 10 s, in ms. */
export const TRADE_PERIOD_MS = 10_000;
export const TRADE_PERIODS = 30;

/** The reference price of spot moves with the clock this often, in ms. */
export const REFERENCE_INTERVAL_MS = 1_000;

/** An index price older than this, in ms, is stale: the work that depends on it pauses. */
export const INDEX_AGE_MS_MAX = 30_000;

/** Premium samples of funding: one each 5 s, each standing for a minute at most, in ms. */
export const FUNDING_SAMPLE_INTERVAL_MS = 5_000;
export const FUNDING_SAMPLE_WEIGHT_MS_MAX = 60_000;

/** Quote coins of margin that, with the largest leverage, give the size of impact prices. */
export const FUNDING_IMPACT_MARGIN_UNITS = 200;

/** Largest rate of one funding interval, in hundred-millionths: what may be set, and at first. */
export const FUNDING_RATE_MAX = 10_000_000;
export const FUNDING_RATE_MAX_DEFAULT = 300_000;

/** Largest numbers of funding payments and of users examined in a tick. */
export const FUNDING_PAYMENTS_PER_TICK = 512;
export const FUNDING_USERS_PER_TICK = 4_096;

/** In the last ten minutes before delivery positions can only be closed, in ms. */
export const DELIVERY_CLOSING_MS = 600_000;

/** The settlement price averages the index over the last hour: a sample each second, in ms. */
export const DELIVERY_AVERAGE_MS = 3_600_000;
export const DELIVERY_SAMPLE_INTERVAL_MS = 1_000;
export const DELIVERY_SAMPLE_WEIGHT_MS_MAX = 60_000;

/** Validity of a conversion quote, in ms (specification, Convert). */
export const CONVERSION_QUOTE_MS = 8_000;

/** A conversion needs index prices no older than this, in ms. */
export const CONVERSION_INDEX_AGE_MS_MAX = 5_000;

/** Significant digits of a conversion price, and its largest number of decimals. */
export const CONVERSION_PRICE_DIGITS = 10;
export const CONVERSION_PRICE_DECIMALS_MAX = 24;

/** Largest part of a coin in the spread of conversions, in millionths. */
export const CONVERSION_SPREAD_E6_MAX = 250_000;

/** Open conversion quotes of a realm and of a main account: what may be set, and at first. */
export const CONVERSION_QUOTES_MAX = 100_000;
export const CONVERSION_QUOTES_MAX_DEFAULT = 50_000;
export const CONVERSION_ACCOUNT_QUOTES_MAX_DEFAULT = 100;

/** Largest daily limit of conversions that may be set, in US dollars. */
export const CONVERSION_DAY_USD_MAX = 10_000_000_000;

/** Length of a cancel countdown in seconds (rest-v3.md, countdown-cancel-all). */
export const CANCEL_COUNTDOWN_SECONDS_MIN = 5;
export const CANCEL_COUNTDOWN_SECONDS_MAX = 60;

/** Orders and accounts after which a tick begins to execute no further cancel countdown. */
export const COUNTDOWN_ORDERS_PER_TICK = 256;
export const COUNTDOWNS_PER_TICK = 64;

/** Orders and plans that one command of the operator cancels. */
export const OPERATOR_CANCELS_PER_COMMAND = 1_000;

/** Largest number of conversion quotes that a tick removes after their end. */
export const CONVERSION_QUOTES_EXPIRED_PER_TICK = 4_096;

/** Largest numbers of orders and positions closed by delivery, and of users examined, in a tick. */
export const DELIVERY_CLOSINGS_PER_TICK = 256;
export const DELIVERY_USERS_PER_TICK = 4_096;

/** Largest total of credits from the outside world, per currency and realm, in atoms. */
export const CREDIT_ATOMS_MAX = 9_000_000_000_000_000_000n;

/** Leverage of a futures instrument until the user sets one. */
export const LEVERAGE_DEFAULT = 20;

/** Tiers of an instrument: the bounds of position value, leverage and maintenance margin. */
export const POSITION_TIERS_MAX = 20;

/** Largest bound of a tier, in whole quote coins. */
export const TIER_VALUE_MAX = 1_000_000_000_000;

/** Largest leverage an instrument may be listed with. */
export const LEVERAGE_MAX = 1_000;

/** Largest number of plans that a tick executes; each places an order and matches it. */
export const PLANS_PER_TICK_MAX = 50;

/** Callback ratio of trailing plans, in ten-thousandths: 1 to 10 % (trading-rules.md 2.8). */
export const CALLBACK_E4_MIN = 100;
export const CALLBACK_E4_MAX = 1_000;

/** Tiers a coin's loan terms may have. */
export const LOAN_TIERS_MAX = 10;

/** Largest leverage of a margin account. */
export const LOAN_LEVERAGE_MAX = 20;

/** Leverage at which a unified account borrows a coin until its user sets one. */
export const LOAN_LEVERAGE_DEFAULT = 3;

/** Users of unified accounts that a tick charges for an hour of interest. */
export const INTEREST_USERS_PER_TICK = 512;

/** A voluntary repayment with another coin needs index prices no older than this, in ms. */
export const REPAYMENT_INDEX_AGE_MS_MAX = 5_000;

/** Largest limit of such repayments of a parent account in an hour, in US dollars. */
export const REPAYMENT_HOURLY_USD_MAX = 10_000_000_000;

/** Coins to be repaid, and coins to pay with, that one repayment names. */
export const REPAYMENT_COINS_MAX = 10;

/** Daily interest rate of a loan, in hundred-millionths: 100 %. */
export const LOAN_DAILY_RATE_MAX = 100_000_000;

/** Interval of the sweep of loans for interest and risk, in ms, and loans per tick. */
export const LOAN_SWEEP_INTERVAL_MS = 1_000;
export const LOANS_SWEPT_PER_TICK = 64;

/** Margin accounts whose unwinding a tick advances by a step. */
export const UNWINDS_PER_TICK = 4;

/** Open orders that one step of an unwinding cancels. */
export const UNWIND_CANCELS_PER_STEP = 50;

/** Delay before an unwinding without depth or price retries, in ms. */
export const UNWIND_RETRY_MS = 1_000;

/** Unmatched steps of an unwinding after which its price bound reaches the haircut. */
export const UNWIND_MISSES_MAX = 10;

/** Accounts are swept for liquidation when a price has moved, and at least this often, in ms. */
export const RISK_SWEEP_INTERVAL_MS = 1_000;

/** Largest numbers of users and of position rows that a tick of the sweep examines. */
export const RISK_USERS_PER_TICK = 4_096;
export const RISK_ROWS_PER_TICK = 256;

/** Steps of liquidations in a tick, and orders that a step cancels and matches. */
export const LIQUIDATION_STEPS_PER_TICK = 8;
export const LIQUIDATION_CANCELS_PER_STEP = 50;
export const LIQUIDATION_MATCHES_PER_STEP = 32;

/** Positions that one step deleverages, and users that one tick ranks for it. */
export const DELEVERAGES_PER_STEP = 16;
export const DELEVERAGE_USERS_PER_STEP = 1_024;

/**
 * Users on the other side of a position's opening fills that are kept, and how long they come first
 * in deleveraging, in ms.
 */
export const COUNTERPARTIES_PER_POSITION = 4;
export const COUNTERPARTY_AGE_MS_MAX = 300_000;

/** Rows examined to report to a user how near deleveraging is. */
export const DELEVERAGE_RANK_ROWS_MAX = 20_000;

/** Holders in a ranking for deleveraging, and age after which it is computed again, in ms. */
export const DELEVERAGE_RANKING_MAX = 64;
export const DELEVERAGE_RANKING_AGE_MS_MAX = 1_000;

/** Depth counts within this of mark, in millionths. */
export const DEPTH_RANGE_E6 = 20_000;

/** The average depth of five minutes: a sample each 5 s, in ms. */
export const DEPTH_SAMPLE_INTERVAL_MS = 5_000;
export const DEPTH_SAMPLES_MAX = 60;

/** Largest factor between depth and exposure, in millionths. */
export const DEPTH_FACTOR_E6_MAX = 1_000_000_000;

/** The insurance funds receive their share of trading fees this often, in ms. */
export const FEE_SHARE_INTERVAL_MS = 60_000;

/** Interval at which insurance funds sell their positions, in ms, and instruments per tick. */
export const FUND_SALE_INTERVAL_MS = 1_000;
export const FUND_SALES_PER_TICK = 4;

/** Largest forced line of a pledge that may be set, in millionths of its value. */
export const PLEDGE_LINE_E6_MAX = 950_000;

/** Largest loan-to-value ratio that is reported, in millionths. */
export const PLEDGE_RATE_E6_MAX = 1_000_000_000;

/** Longest fixed period of a loan against a pledge, in hours: a year. */
export const PLEDGED_LOAN_HOURS_MAX = 8_760;

/** Largest number of open loans of a coin that may be set as limit of a main account. */
export const PLEDGED_LOANS_MAX = 1_000;

/** Taking a loan, or of its pledge, needs index prices no older than this, in ms. */
export const PLEDGE_INDEX_AGE_MS_MAX = 5_000;

/** Interval of the sweep of loans against a pledge, in ms, and loans per tick. */
export const PLEDGED_SWEEP_INTERVAL_MS = 1_000;
export const PLEDGED_LOANS_SWEPT_PER_TICK = 256;
/** Largest memory of the generated market, in bytes. */
export const MARKET_MEMORY_BYTES_MAX = 16_384;

/** Largest part of an imported price path, and largest total of all parts, in bytes. */
export const PATH_PART_BYTES_MAX = 16_384;
export const PATH_BYTES_MAX = 4_194_304;

/** Longest code of a coin with an imported path, in characters, and longest span of a candle. */
export const PATH_CODE_LENGTH_MAX = 16;
export const PATH_SPAN_MS_MAX = 86_400_000;

/** Largest version of the computation of the past. */
export const MARKET_VERSION_MAX = 255;

/** Products of institutional loans, and their coins, instruments and leverage. */
export const LOAN_PRODUCTS_MAX = 64;
export const LOAN_PRODUCT_COINS_MAX = 64;
export const LOAN_PRODUCT_INSTRUMENTS_MAX = 256;
export const LOAN_PRODUCT_LEVERAGE_MAX = 10;

/** Risk units, users of a unit (with its own account), and open loans of a unit. */
export const RISK_UNITS_MAX = 128;
export const UNIT_USERS_MAX = 20;
export const UNIT_LOANS_MAX = 20;

/** Risk units are swept this often, in ms, and so many of them in a tick. */
export const UNIT_SWEEP_INTERVAL_MS = 1_000;
export const UNITS_SWEPT_PER_TICK = 4;

/** Settings of the parts outside the core. */
export const SETTINGS_MAX = 1_000;

/** Longest name and value of a setting, in characters; an event has room for the name. */
export const SETTING_NAME_LENGTH_MAX = 128;
export const SETTING_VALUE_LENGTH_MAX = 1_024;

/** Tokens of the admin API, besides the one that the configuration sets. */
export const ADMIN_TOKENS_MAX = 100;

/** Issuers that are kept of an admin token. */
export const ADMIN_TOKEN_ISSUERS_MAX = 16;

/** Adjustments that wait for a second person. */
export const ADJUSTMENTS_WAITING_MAX = 100;

/** Longest reference of an adjustment, in characters. */
export const ADJUSTMENT_REFERENCE_LENGTH_MAX = 128;

/** Largest daily value that one person may adjust alone, in US dollars. */
export const FOUR_EYES_USD_MAX = 1_000_000_000_000;

/** Fee levels that users can have. */
export const FEE_LEVELS_MAX = 100;

/** Latest time in the future at which a change of fees begins, in ms. */
export const FEE_SCHEDULE_MS_MAX = 366 * 86_400_000;

/** Corrected trades that are remembered, so that none is corrected twice. */
export const CORRECTED_TRADES_MAX = 10_000;

/** Liquidations whose surplus is remembered for refunds, by number and by age in ms. */
export const LIQUIDATION_TAKES_MAX = 10_000;
export const LIQUIDATION_TAKE_AGE_MS_MAX = 30 * 86_400_000;
