/** Chains, deposits and withdrawals as unmodified clients see them. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const DEADLINE_MS = 30_000;
const ELSEWHERE = "TElsewhere";

const classic = await newUser("classic");
const unified = await newUser("unified");

function newUser(kind: "classic" | "unified", parentUid?: string): Promise<Key> {
  const wallet = kind === "unified" ? "unified" : "spot";
  const parent = parentUid === undefined ? {} : { parentUid };
  return exchange.newUser({ kind, ...parent }, { wallet, coin: "USDT", amount: "1000" });
}

const pay = (uid: string, amount: string) =>
  exchange.admin("POST", `/users/${uid}/deposits`, { coin: "USDT", chain: "TRC20", amount });

const addAddress = (uid: string, entry: object) =>
  exchange.admin("POST", `/users/${uid}/addresses`, entry);

const sinceAnHour = () => ({
  startTime: String(Date.now() - 3_600_000),
  endTime: String(Date.now() + 30_000),
});

/** The first value that is as it should be. */
async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const awaited = async (): Promise<{ readonly value: T } | undefined> => {
    const value = await read();
    return isDone(value) ? { value } : undefined;
  };
  return (await eventually("a record reaches its status", awaited, DEADLINE_MS)).value;
}

/** Code with which a client was refused. */
async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    return ((await asked) as { readonly code: string }).code;
  } catch (refusal) {
    return (refusal as { readonly body: { readonly code: string } }).body.code;
  }
}

/** Expects that a record is found by its id, and none by the id of nothing. */
async function expectAlone(
  read: (id: string) => Promise<unknown>,
  record: { readonly id?: string | undefined } | undefined,
): Promise<void> {
  expect(record?.id).toMatch(/^\d+$/);
  expect(await read(record?.id ?? "")).toEqual(record);
  expect(await read("1000000000000000001")).toEqual({});
}

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

describe("a deposit", () => {
  it("of a classic account arrives at its address and is seen by ccxt", async () => {
    proves("ccxt.fetchDepositAddress", "GET /api/v2/spot/wallet/deposit-address");
    proves("ccxt.fetchDeposits", "GET /api/v2/spot/wallet/deposit-records");
    proves("ccxt.fetchDeposit", "GET /api/v2/spot/wallet/deposit-records");
    proves("RestClientV2.getSpotDepositAddress", "GET /api/v2/spot/wallet/deposit-address");
    proves("RestClientV2.getSpotDepositHistory", "GET /api/v2/spot/wallet/deposit-records");
    const client = await plainClient(exchange, classic, { uta: false });
    const own = await client.fetchDepositAddress("USDT", { network: "TRC20" });
    expect(own).toMatchObject({ currency: "USDT", network: "TRC20" });
    const paid = (await pay(classic.uid, "12.5")) as { readonly address: string };
    expect(paid.address).toBe(own.address);
    const [deposit] = await until(
      () => client.fetchDeposits("USDT", Date.now() - 60_000),
      (found) => found[0]?.status === "ok",
    );
    expect(deposit).toMatchObject({ amount: 12.5, currency: "USDT", addressTo: own.address });
    await expectAlone((id) => client.fetchDeposit(id, "USDT"), deposit);
    const { USDT } = await client.fetchBalance({ type: "spot" });
    expect(USDT?.free).toBe(1_012.5);
    const rest = restV2(exchange, classic);
    const { data: address } = await rest.getSpotDepositAddress({
      ...{ coin: "USDT", chain: "trc20", size: "1" },
    });
    const target = { coin: "USDT", chain: "TRC20", address: own.address, tag: "" };
    expect(address).toMatchObject(target);
    const { data: records } = await rest.getSpotDepositHistory(sinceAnHour());
    expect(records).toMatchObject([
      { orderId: deposit?.id, coin: "USDT", size: "12.5", status: "success", type: "deposit" },
    ]);
    expect(records[0]).toMatchObject({ toAddress: own.address, dest: "on_chain" });
  });

  it("of a unified account is seen by both clients, a sub-account's by its main account", async () => {
    proves("ccxt.fetchDepositAddress", "GET /api/v3/account/deposit-address");
    proves("ccxt.fetchDeposits", "GET /api/v3/account/deposit-records");
    proves("ccxt.fetchDeposit", "GET /api/v3/account/deposit-records");
    proves("RestClientV3.getDepositAddress", "GET /api/v3/account/deposit-address");
    proves("RestClientV3.getSubDepositAddress", "GET /api/v3/account/sub-deposit-address");
    proves("RestClientV3.getDepositRecords", "GET /api/v3/account/deposit-records");
    proves("RestClientV3.getSubDepositRecords", "POST /api/v3/account/sub-deposit-records");
    proves("RestClientV3.setDepositAccount", "POST /api/v3/account/deposit-account");
    const sub = await newUser("unified", unified.uid);
    const rest = restV3(exchange, unified);
    await rest.setDepositAccount({ coin: "USDT", accountType: "funding" });
    const { data: address } = await rest.getDepositAddress({ coin: "USDT", chain: "TRC20" });
    const { data: ofSub } = await rest.getSubDepositAddress({
      ...{ subUid: sub.uid, coin: "USDT", chain: "TRC20" },
    });
    expect(ofSub.address).not.toBe(address.address);
    await Promise.all([pay(unified.uid, "3"), pay(sub.uid, "4")]);
    const { data: records } = await until(
      () => rest.getDepositRecords(sinceAnHour()),
      ({ data }) => data[0]?.status === "success",
    );
    expect(records).toMatchObject([{ size: "3", dest: "on_chain", toAddress: address.address }]);
    const client = await plainClient(exchange, unified, { uta: true });
    const [deposit] = await client.fetchDeposits("USDT", Date.now() - 60_000);
    expect(deposit).toMatchObject({ amount: 3, status: "ok" });
    await expectAlone((id) => client.fetchDeposit(id, "USDT"), deposit);
    const { data: subRecords } = await until(
      () => rest.getSubDepositRecords({ subUid: sub.uid, ...sinceAnHour() }),
      ({ data }) => data[0]?.status === "success",
    );
    expect(subRecords).toMatchObject([{ size: "4" }]);
    proves(
      "ccxt.privateUtaGetV3AccountSubDepositRecords",
      "GET /api/v3/account/sub-deposit-records",
    );
    const byGet = await client.privateUtaGetV3AccountSubDepositRecords({
      ...{ subUid: sub.uid, ...sinceAnHour() },
    });
    expect(byGet).toMatchObject({ data: [{ size: "4" }] });
    const { data: funding } = await rest.getFundingAssets({ coin: "USDT" });
    expect(funding).toMatchObject([{ coin: "USDT", balance: "3" }]);
    const foreign = rest.getSubDepositAddress({ subUid: classic.uid, coin: "USDT" });
    const unknown = rest.getSubDepositAddress({ subUid: "1999999999", coin: "USDT" });
    expect(await codeOf(foreign)).toBe(await codeOf(unknown));
  });

  it("of a sub-account is listed on v2, and its wallet can be changed", async () => {
    proves(
      "RestClientV2.getSubAccountDepositRecords",
      "GET /api/v2/spot/wallet/subaccount-deposit-records",
    );
    proves(
      "RestClientV2.spotModifyDepositAccount",
      "POST /api/v2/spot/wallet/modify-deposit-account",
    );
    proves(
      "RestClientV2.getSpotSubDepositAddress",
      "GET /api/v2/spot/wallet/subaccount-deposit-address",
    );
    const sub = await newUser("classic", classic.uid);
    const rest = restV2(exchange, classic);
    await rest.spotModifyDepositAccount({ accountType: "spot", coin: "USDT" });
    const { data } = await rest.getSpotSubDepositAddress({
      ...{ subUid: sub.uid, coin: "USDT", chain: "TRC20", size: "1" },
    });
    expect(data).toMatchObject({ coin: "USDT", chain: "TRC20", tag: "" });
    await pay(sub.uid, "6");
    const records = await until(
      // The times are optional, other than for the own account.
      () => rest.getSubAccountDepositRecords({ subUid: sub.uid }),
      (found) => found.data[0]?.status === "success",
    );
    expect(records.data).toMatchObject([{ size: "6", type: "deposit" }]);
  });
});

describe("a withdrawal", () => {
  it("of a classic account through ccxt is sent, confirmed and listed", async () => {
    proves("ccxt.withdraw", "POST /api/v2/spot/wallet/withdrawal");
    proves("ccxt.fetchWithdrawals", "GET /api/v2/spot/wallet/withdrawal-records");
    proves("ccxt.fetchWithdrawal", "GET /api/v2/spot/wallet/withdrawal-records");
    const client = await plainClient(exchange, classic, { uta: false });
    const terms = { network: "TRC20" };
    await expect(client.withdraw("USDT", 50, ELSEWHERE, undefined, terms)).rejects.toThrow(/47003/);
    const entry = { coin: "USDT", chain: "TRC20", address: ELSEWHERE, label: "home" };
    await addAddress(classic.uid, entry);
    await expect(client.withdraw("USDT", 5, ELSEWHERE, undefined, terms)).rejects.toThrow(/43114/);
    const { id } = await client.withdraw("USDT", 50, ELSEWHERE, undefined, terms);
    const [sent] = await until(
      () => client.fetchWithdrawals("USDT", Date.now() - 60_000),
      (found) => found[0]?.status === "ok",
    );
    expect(sent).toMatchObject({ id, currency: "USDT", addressTo: ELSEWHERE });
    expect(sent?.fee).toMatchObject({ cost: 1 });
    await expectAlone((named) => client.fetchWithdrawal(named, "USDT"), sent);
  });

  it("above the unattended limit waits for the operator and can be cancelled", async () => {
    proves("RestClientV2.spotWithdraw", "POST /api/v2/spot/wallet/withdrawal");
    proves("RestClientV2.spotCancelWithdrawal", "POST /api/v2/spot/wallet/cancel-withdrawal");
    proves("RestClientV2.getSpotWithdrawalHistory", "GET /api/v2/spot/wallet/withdrawal-records");
    await exchange.admin("PUT", "/chains", { coin: "USDT", chain: "TRC20", unattendedMax: "100" });
    const rest = restV2(exchange, classic);
    const asked = { coin: "USDT", transferType: "on_chain", address: ELSEWHERE } as const;
    const terms = { ...asked, chain: "trc20", size: "200", clientOid: "big-1" };
    const { data: first } = await rest.spotWithdraw(terms);
    const list = async () => (await rest.getSpotWithdrawalHistory(sinceAnHour())).data;
    expect((await list())[0]).toMatchObject({ status: "pending_review", clientOid: "big-1" });
    const repeats = await Promise.all(Array.from({ length: 100 }, () => rest.spotWithdraw(terms)));
    expect(new Set(repeats.map(({ data }) => data.orderId))).toEqual(new Set([first.orderId]));
    const open = await exchange.admin<{ id: string }[]>("GET", "/withdrawals");
    expect(open).toMatchObject([{ id: first.orderId, debit: "200", status: "review" }]);
    await exchange.admin("POST", `/withdrawals/${first.orderId}/decision`, { isApproved: true });
    await until(list, (found) => found[0]?.status === "success");
    const { data: second } = await rest.spotWithdraw({ ...terms, clientOid: "big-2" });
    const stranger = restV2(exchange, exchange.firstUser("classic"));
    const named = { orderId: second.orderId };
    expect(await codeOf(stranger.spotCancelWithdrawal(named))).toBe("40034");
    expect(await codeOf(rest.spotCancelWithdrawal(named))).toBe("00000");
    expect((await list())[0]).toMatchObject({ orderId: second.orderId, status: "fail" });
    const { data: bills } = await rest.getSpotAccountBills({ groupType: "withdraw", limit: "2" });
    expect(bills, "the refund is no deposit").toMatchObject([
      { businessType: "withdraw_refund", size: "200" },
      { businessType: "withdraw", size: "-200" },
    ]);
    expect(await codeOf(rest.spotCancelWithdrawal(named))).toBe("13010");
    expect(await codeOf(stranger.spotCancelWithdrawal(named))).toBe("40034");
    expect(await codeOf(rest.spotCancelWithdrawal({ orderId: first.orderId }))).toBe("13010");
  });

  it("to another user moves at once and costs nothing", async () => {
    const rest = restV2(exchange, classic);
    const asked = { coin: "USDT", transferType: "internal_transfer", size: "25" } as const;
    const terms = { ...asked, address: unified.uid };
    expect(await codeOf(rest.spotWithdraw(terms))).toBe("47003");
    await addAddress(classic.uid, { kind: "internal", address: unified.uid });
    expect(await codeOf(rest.spotWithdraw(terms))).toBe("00000");
    const { data } = await restV3(exchange, unified).getDepositRecords(sinceAnHour());
    expect(data[0]).toMatchObject({ size: "25", status: "success", dest: "internal_transfer" });
    const unknown = { ...terms, address: "1999999999" };
    expect(await codeOf(rest.spotWithdraw(unknown))).toBe("47003");
    const mail = { ...terms, innerToType: "email", address: "a@b.example" } as const;
    expect(await codeOf(rest.spotWithdraw(mail))).toBe("40034");
  });

  it("of a unified account works on both paths, with its records and address book", async () => {
    proves("ccxt.withdraw", "POST /api/v3/account/withdraw");
    proves("ccxt.fetchWithdrawals", "GET /api/v3/account/withdrawal-records");
    proves("ccxt.fetchWithdrawal", "GET /api/v3/account/withdrawal-records");
    proves("RestClientV3.submitWithdraw", "POST /api/v3/account/withdraw");
    proves("RestClientV3.getWithdrawRecords", "GET /api/v3/account/withdrawal-records");
    proves("RestClientV3.getWithdrawAddressBook", "GET /api/v3/account/withdraw-address");
    proves("RestClientV3.cancelWithdrawal", "POST /api/v3/account/cancel-withdrawal");
    const entry = { coin: "USDT", chain: "TRC20", address: ELSEWHERE, label: "home" };
    await addAddress(unified.uid, entry);
    const client = await plainClient(exchange, unified, { uta: true });
    const { id } = await client.withdraw("USDT", 30, ELSEWHERE, undefined, { network: "TRC20" });
    const found = await until(
      () => client.fetchWithdrawals("USDT", Date.now() - 60_000),
      (rows) => rows[0]?.status === "ok",
    );
    expect(found[0]).toMatchObject({ id, addressTo: ELSEWHERE });
    await expectAlone((named) => client.fetchWithdrawal(named, "USDT"), found[0]);
    const rest = restV3(exchange, unified);
    const { data: book } = await rest.getWithdrawAddressBook({ coin: "USDT" });
    expect(book.addressList).toMatchObject([{ ...entry, type: "regular" }]);
    const asked = { coin: "USDT", transferType: "on_chain", chain: "TRC20" } as const;
    const size = { address: ELSEWHERE, size: "300", clientOid: "v3-1" };
    const { data } = await rest.submitWithdraw({ ...asked, ...size });
    expect(await codeOf(rest.cancelWithdrawal({ clientOid: "v3-1" }))).toBe("00000");
    const { data: records } = await rest.getWithdrawRecords({
      ...sinceAnHour(),
      clientOid: "v3-1",
    });
    expect(records).toMatchObject([{ orderId: data.orderId, status: "fail", fee: "-1" }]);
    expect(await codeOf(rest.cancelWithdrawal({ clientOid: "v3-1" }))).toBe("13010");
  });

  it("needs the withdraw permission and a complete identity for a member", async () => {
    const { uid } = classic;
    const key = await exchange.admin<Key>("POST", `/users/${uid}/keys`, { permissions: ["read"] });
    const asked = { coin: "USDT", transferType: "on_chain", chain: "TRC20" } as const;
    const terms = { ...asked, address: ELSEWHERE, size: "20" };
    expect(await codeOf(restV2(exchange, key).spotWithdraw(terms))).toBe("40014");
    const rest = restV2(exchange, classic);
    const member = { ...terms, memberCode: "korbit" };
    expect(await codeOf(rest.spotWithdraw(member))).toBe("40019");
    const company = { ...member, identityType: "company" } as const;
    expect(await codeOf(rest.spotWithdraw(company))).toBe("40019");
    const named = { ...company, companyName: "Acme" };
    expect(await codeOf(rest.spotWithdraw(named))).toBe("00000");
  });

  it("of an account under review is refused", async () => {
    await exchange.admin("PUT", `/users/${unified.uid}/review`, { isHeld: true });
    const asked = { coin: "USDT", transferType: "on_chain", chain: "TRC20" } as const;
    const terms = { ...asked, address: ELSEWHERE, size: "20" };
    expect(await codeOf(restV3(exchange, unified).submitWithdraw(terms))).toBe("40022");
    await exchange.admin("PUT", `/users/${unified.uid}/review`, { isHeld: false });
  });

  it("of nothing, or of more than there can be, is refused by the name of its parameter", async () => {
    const asked = { coin: "USDT", transferType: "on_chain", chain: "TRC20" } as const;
    for (const size of ["0", "30000000000"]) {
      const terms = { ...asked, address: ELSEWHERE, size };
      const refusal = { body: { msg: expect.stringContaining("size") } };
      const [ofClassic, ofUnified] = [restV2(exchange, classic), restV3(exchange, unified)];
      await expect(ofClassic.spotWithdraw(terms)).rejects.toMatchObject(refusal);
      await expect(ofUnified.submitWithdraw(terms)).rejects.toMatchObject(refusal);
    }
  });
});

it("no deposit arrives for a user of the demo realm, which would never be credited", async () => {
  const { uid } = exchange.firstUser("classic-demo");
  await expect(pay(uid, "5")).rejects.toThrow("the demo realm has no deposits");
});
