/** Invalid values of well-formed fields, by field name. */

import { uidOf } from "../../src/gateway/auth/uid.ts";
import type { WireCode } from "../../src/gateway/http/wire-codes.ts";
import { type FaultCode, type FieldFault, HOSTILE_TEXTS } from "./field-faults.ts";
import { SUB_ACCOUNTS } from "./hostile-world.ts";

const NO_SYMBOL: readonly WireCode[] = ["40034", "40072", "22012", "25100"];
const NO_COIN: readonly WireCode[] = [
  "40034",
  "40806",
  "40778",
  "25201",
  "25200",
  "80003",
  "80004",
];
const NO_ORDER: readonly FaultCode[] = [
  "no rows",
  ...(["43001", "40768", "40109", "25204", "43025", "25597"] as const),
];
const PRICE: readonly WireCode[] = [
  "40019",
  ...(["40020", "25200", "40706", "40808", "45115", "25244"] as const),
  ...(["43008", "43009", "40815", "40816", "25205", "25206"] as const),
];
const SIZE: readonly WireCode[] = [
  ...(["40020", "25200", "40808", "22038", "25610", "43006", "43007", "45110"] as const),
  ...(["45111", "45112", "25207", "25208", "43012", "40754", "40762", "25202", "25203"] as const),
];
const AMOUNT: readonly WireCode[] = ["40020", "25200", "40053", "40808", "43117"];
const LEVERAGE: readonly WireCode[] = ["40797", "25223", "40053"];

const NO_SYMBOLS = ["NOSUCH", "BTC-USDT", "BTC", "USDTBTC", "BTCUSDT ", ...HOSTILE_TEXTS];
const NO_COINS = ["NOSUCH", "USDT ", "BTCUSDT", ...HOSTILE_TEXTS];
const OFF_INCREMENT = ["0.000000000001", "50000.000000000001"];
const HUGE = ["9".repeat(24), "99999999999999999999.999999"];

function texts(values: readonly string[], codes: readonly FaultCode[]): readonly FieldFault[] {
  return values.map((value) => ({ about: JSON.stringify(value), value, codes }));
}

/** Ids of orders that are there, but of somebody else. */
export interface ForeignOrder {
  readonly orderId: string;
  readonly clientOid: string;
}

/** A size to be withdrawn: off its step, beyond all bounds, below the minimum, nothing. */
const PAID: readonly WireCode[] = ["43124", "40053", "43114", "40020", "25200"];
const NO_LOAN: readonly WireCode[] = ["80012"];
const NO_NAME: readonly WireCode[] = ["40034", "25200"];
/** Uids of bob and vera, who have risk units of their own, and of no user. */
const NO_UNITS = [uidOf(3), uidOf(5), uidOf(99), "1", ...HOSTILE_TEXTS];
const NO_WITHDRAWAL: readonly WireCode[] = ["40034"];

/**
 * Fields that the good request of an endpoint has no use for, so that what they say is no fault:
 * symbols of transfers between wallets that are not per symbol, the coin of a futures tier,
 * leverages of isolated margin. A calculation takes any amount.
 */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  "/api/v2/spot/wallet/transfer": ["symbol"],
  "/api/v3/account/transfer": ["symbol"],
  "/api/v3/account/sub-transfer": ["symbol"],
  "/api/v2/spot/wallet/subaccount-transfer": ["symbol"],
  // The caller is a main account.
  "/api/v3/account/sub-master-transfer": ["amount", "coin"],
  // Another spelling of a parameter that is sent.
  "/api/v3/user/update-sub-api": ["apikey"],
  "/api/v3/user/delete-sub-api": ["apikey"],
  "/api/v3/market/position-tier": ["coin"],
  "/api/v2/mix/account/set-leverage": ["longLeverage", "shortLeverage"],
  "/api/v3/account/set-leverage": ["longLeverage", "shortLeverage", "coin"],
  "/api/v3/account/pre-set-leverage": ["longLeverage", "shortLeverage", "coin"],
  "/api/v2/mix/account/open-count": ["openAmount"],
  "/api/v3/account/max-open-available": ["size"],
  "/api/v2/mix/account/set-margin": ["amount"],
  "/api/v2/mix/order/modify-plan-order": ["newPrice"],
  "/api/v3/trade/place-strategy-order": ["qty"],
  // Amounts matter only on chains whose addresses are invoices.
  "/api/v2/spot/wallet/deposit-address": ["size"],
  "/api/v2/spot/wallet/subaccount-deposit-address": ["size"],
  "/api/v3/account/deposit-address": ["size"],
  "/api/v3/account/sub-deposit-address": ["size"],
};

/** Codes of an id that nothing of the caller has. */
function absentIn(path: string): readonly FaultCode[] {
  if (path.endsWith("cancel-withdrawal")) return NO_WITHDRAWAL;
  return /\/(v3|earn)\/loan\//.test(path) ? NO_LOAN : NO_ORDER;
}

/** Faults of the fields of institutional loans; undefined for other fields. */
function unitFaults(name: string): readonly FieldFault[] | undefined {
  switch (name) {
    case "productId":
      return texts(["0", "2", "1e0", "01", "__proto__"], NO_NAME);
    case "riskUnitId":
      return texts(NO_UNITS, ["25566"]);
    case "uid":
      return texts(NO_UNITS, ["40066"]);
    case "userId":
      return texts(NO_UNITS, NO_NAME);
    default:
      return undefined;
  }
}

/**
 * Faults that follow from what a field means. `acts` is false where a request only lists: there an
 * id that nothing has finds nothing, which is no fault.
 */
export function namedFaults(
  name: string,
  about: { readonly path: string; readonly foreign: ForeignOrder; readonly acts: boolean },
): readonly FieldFault[] {
  if (UNUSED[about.path]?.includes(name) === true) return [];
  // A replacement that only the core can refuse costs the old order: that is no bad input.
  const huge = about.path.includes("cancel-replace") ? [] : HUGE;
  const absent = absentIn(about.path);
  switch (name) {
    case "symbol":
      return [...texts(NO_SYMBOLS, NO_SYMBOL), ...(about.acts ? texts(["ETHUSDT"], NO_ORDER) : [])];
    case "category":
      return about.acts ? texts(["SPOT"], [...NO_ORDER, ...NO_SYMBOL]) : [];
    case "coin":
    case "marginCoin":
    case "loanCoin":
    case "pledgeCoin":
      return texts(NO_COINS, NO_COIN);
    case "price":
    case "newPrice":
    case "openPrice":
      return texts([...OFF_INCREMENT, ...huge, "0"], PRICE);
    case "size":
      if (about.path.includes("withdraw")) return texts([...OFF_INCREMENT, ...HUGE, "0"], PAID);
      return texts([...OFF_INCREMENT, ...huge, "0"], SIZE);
    case "newSize":
    case "qty":
    case "openAmount":
      return texts([...OFF_INCREMENT, ...huge, "0"], SIZE);
    case "amount":
      return texts(["0.000000000001", "1.000000000001", ...HUGE, "0"], AMOUNT);
    case "leverage":
    case "longLeverage":
    case "shortLeverage":
      return texts(["0", "126", "1000"], LEVERAGE);
    case "orderId":
      return about.acts ? texts(["0", "1", "9".repeat(19), about.foreign.orderId], absent) : [];
    case "clientOid":
      return about.acts
        ? texts(["nobodys", about.foreign.clientOid, "__proto__", "constructor"], absent)
        : [];
    case "subAccountUid":
    case "subUid":
      return texts(NO_SUB_ACCOUNTS, ["40066"]);
    case "subAccountApiKey":
      return texts([SUB_ACCOUNTS.bob.apiKey, `bg_${"0".repeat(32)}`, ...HOSTILE_TEXTS], ["40065"]);
    case "subAccountName":
      return texts(["sevenle", "ninelette", "eight888", "ächtzehn", ...NO_LETTERS], ["40055"]);
    case "passphrase":
      return texts(["Short12", "x".repeat(33), "with space", ...NO_LETTERS], ["40070"]);
    case "label":
    case "note":
      return texts(["x".repeat(21)], ["40056"]);
    case "apiKey":
    case "apikey":
      return texts([SUB_ACCOUNTS.vera.apiKey, `bg_${"0".repeat(32)}`, ...HOSTILE_TEXTS], ["40065"]);
    case "username":
      return texts(["x".repeat(21), "eight888", ...NO_LETTERS], ["25200"]);
    case "permissions":
      return texts(["nonsense", "__proto__", "constructor"], ["25200"]);
    case "ips":
      return texts(["127.0.0.1/33", "localhost", "1.2.3"], ["25200"]);
    case "ipList":
      return texts(["127.0.0.1/33", "localhost", "1.2.3"], ["40020"]);
    case "permList":
      return texts(["nonsense", "__proto__", "constructor"], ["40034"]);
    default:
      return unitFaults(name) ?? [];
  }
}

/** Hostile texts that are no words: a word is a good passphrase. */
const NO_LETTERS = HOSTILE_TEXTS.filter((value) => !/^[a-z]+$/i.test(value));

/** Uids of no user, of the exchange, of main accounts, and of others' sub-accounts. */
const NO_SUB_ACCOUNTS: readonly string[] = [
  ...["0", "abc", "1000000000", "1000000001", "1999999999", "-1", "1e9", "__proto__"],
  ...[2, 3, 4, 5, 8, 10].map(uidOf),
];
