/** Balances of the account by wallet, from the endpoints of its kind. */
import type { AccountKind } from "../../../state/session.ts";
import { get } from "../../../wire/rest.ts";

export type WalletBalance = {
  /** Name for people. */
  readonly wallet: string;
  readonly coin: string;
  readonly available: string;
  readonly held: string;
};

type Row = Readonly<Record<string, string>>;

const row = (wallet: string, coin: string, available?: string, held?: string): WalletBalance => ({
  ...{ wallet, coin, available: available ?? "0", held: held ?? "0" },
});

async function unifiedBalances(): Promise<WalletBalance[]> {
  const [unified, funding] = await Promise.all([
    get<{ readonly assets: readonly Row[] }>("/api/v3/account/assets"),
    get<readonly Row[]>("/api/v3/account/funding-assets"),
  ]);
  return [
    ...unified.assets.map((one) =>
      row("Unified", one["coin"] ?? "", one["available"], one["locked"]),
    ),
    ...funding.map((one) => row("Funding", one["coin"] ?? "", one["available"], one["frozen"])),
  ];
}

async function classicBalances(): Promise<WalletBalance[]> {
  const futures = async (productType: string, wallet: string): Promise<WalletBalance[]> => {
    const rows = await get<readonly Row[]>("/api/v2/mix/account/accounts", { productType });
    return rows.map((one) => row(wallet, one["marginCoin"] ?? "", one["available"], one["locked"]));
  };
  const plain = async (path: string, wallet: string): Promise<WalletBalance[]> => {
    const rows = await get<readonly Row[]>(path);
    return rows.map((one) => row(wallet, one["coin"] ?? "", one["available"], one["frozen"]));
  };
  const lists = await Promise.all([
    plain("/api/v2/spot/account/assets", "Spot"),
    futures("USDT-FUTURES", "USDT futures"),
    futures("USDC-FUTURES", "USDC futures"),
    futures("COIN-FUTURES", "Coin futures"),
    plain("/api/v2/margin/crossed/account/assets", "Crossed margin"),
    plain("/api/v2/account/funding-assets", "Funding"),
    isolatedBalances(),
  ]);
  return lists.flat();
}

/** Name for people of the isolated margin account of a pair. */
export function isolatedWallet(pair: string): string {
  return `Isolated ${pair}`;
}

async function isolatedBalances(): Promise<WalletBalance[]> {
  const rows = await get<readonly Row[]>("/api/v2/margin/isolated/account/assets");
  return rows.map((one) => {
    const wallet = isolatedWallet(one["symbol"] ?? "");
    return row(wallet, one["coin"] ?? "", one["available"], one["frozen"]);
  });
}

/** Returns the balances that are not zero. Rejects with `WireFailure`. */
export async function loadBalances(kind: AccountKind): Promise<WalletBalance[]> {
  const all = kind === "unified" ? await unifiedBalances() : await classicBalances();
  return all.filter(({ available, held }) => Number(available) !== 0 || Number(held) !== 0);
}
