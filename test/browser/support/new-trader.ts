/** Users who trade from person to person. */
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";
import type { TerminalRequests } from "./terminal-browser.ts";

/** Signs up a unified user with 1,000 USDT in the funding account; returns the uid. */
export async function signUpTrader(
  exchange: ExchangeProcess,
  { get, post }: TerminalRequests,
  name: string,
): Promise<string> {
  await post("/terminal/v1/sign-up", { name, password: "correct horse", accountKind: "unified" });
  const { session } = (await get("/terminal/v1/status")) as { session: { uid: string } };
  const money = { wallet: "funding", coin: "USDT", amount: "1000" };
  await exchange.adminAnswer("POST", `/users/${session.uid}/credits`, money);
  return session.uid;
}

/** Makes the user a merchant, whose ads others see as those of `Honest NAME`. */
export async function makeMerchant(
  exchange: ExchangeProcess,
  uid: string,
  name: string,
): Promise<void> {
  const merchant = { level: "master", nickName: `Honest ${name}` };
  await exchange.adminAnswer("PUT", `/users/${uid}/merchant`, merchant);
}
