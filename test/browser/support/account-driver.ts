/** The client of the signed-in account, driven inside the page of the terminal. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, JSHandle, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";

/** A row of the client, or what a panel hands to it (web/accounts/model.ts). */
export type Row = Readonly<Partial<Record<RowMember, string | number | boolean | undefined>>>;

type RowMember =
  | ("id" | "orderId" | "category" | "symbol" | "kind" | "status" | "wallet" | "coin")
  | ("leverage" | "borrowed" | "autoBorrow" | "fromType" | "toType")
  | ("side" | "positionSide" | "isHedge" | "type" | "timeInForce" | "marginMode" | "reduceOnly")
  | ("price" | "size" | "amount" | "takeProfit" | "stopLoss")
  | ("triggerBy" | "triggerPrice" | "orderPrice" | "callbackRate");

/** The state of an account as it is at a time. */
export type SeenState = {
  readonly isCurrent: boolean;
  readonly orders: readonly Row[];
  readonly plans: readonly Row[];
  readonly positions: readonly Row[];
  readonly balances: readonly Row[];
  readonly freshFills: readonly Row[];
};

/** The client in the page (web/accounts/account-client.ts). */
type Client = {
  readonly state: { readonly [part in keyof SeenState]: () => SeenState[part] };
} & { readonly [method: string]: unknown };

type Opened = Readonly<Record<string, () => Client>>;

/** What the page keeps for the test: its sockets, which the test cuts. */
type Watched = { sockets: WebSocket[] };

/** Address of a section that does not exist: its page shows no market and opens no client. */
const NO_SECTION = "/account/none";

/** Built pages, whose files have a digest in their names. */
const ASSETS = join(import.meta.dirname, "../../../web/dist/assets");

/** Returns the path of the chunk with the client of a kind of account. */
function chunkPath(kind: string): string {
  const file = readdirSync(ASSETS).find((name) => name.startsWith(`${kind}-account-`));
  if (file === undefined) throw new Error("browser tests need the built pages: npm run build:web");
  return `/assets/${file}`;
}

export class AccountDriver {
  readonly page: Page;
  readonly #client: JSHandle<Client>;

  private constructor(page: Page, client: JSHandle<Client>) {
    this.page = page;
    this.#client = client;
  }

  /** Signs in as the ready-made user of a kind and opens its client in the page, in a realm. */
  static async open(
    browser: Browser,
    url: string,
    kind: string,
    realm: "live" | "demo" = "live",
  ): Promise<AccountDriver> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      const watched: Watched = { sockets: [] };
      const Original = WebSocket;
      Object.assign(globalThis, {
        watched,
        WebSocket: class extends Original {
          constructor(address: string) {
            super(address);
            watched.sockets.push(this);
          }
        },
      });
    });
    await page.goto(`${url}${NO_SECTION}`);
    await page.evaluate(
      async ([name, wanted]) => {
        const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
        const body = JSON.stringify({ name });
        await fetch("/terminal/v1/continue-as", { method: "POST", headers, body });
        if (wanted === "live") return;
        await fetch("/terminal/v1/demo-session", { method: "POST", headers, body: "{}" });
        sessionStorage.setItem("bourse.realm", wanted);
      },
      [kind, realm] as const,
    );
    await page.reload();
    const client = await page.evaluateHandle(async (name): Promise<Client> => {
      const opened = (await import(name)) as Opened;
      const [open] = Object.values(opened);
      if (open === undefined) throw new Error("the chunk opens a client");
      return open();
    }, chunkPath(kind));
    return new AccountDriver(page, client);
  }

  /** Calls a method of the client in the page. */
  async call<T = string>(method: string, ...args: readonly unknown[]): Promise<T> {
    const answer = await this.#client.evaluate(
      (client, [name, sent]) => {
        const act = client[name] as (...given: readonly unknown[]) => Promise<unknown>;
        return act.apply(client, [...sent]);
      },
      [method, args] as const,
    );
    return answer as T;
  }

  state(): Promise<SeenState> {
    return this.#client.evaluate(({ state }) => {
      return {
        isCurrent: state.isCurrent(),
        orders: state.orders(),
        plans: state.plans(),
        positions: state.positions(),
        balances: state.balances(),
        freshFills: state.freshFills(),
      };
    });
  }

  /** Waits until the state answers something, and returns that. */
  until<T>(what: string, find: (state: SeenState) => T | undefined | false): Promise<T> {
    return eventually(what, async () => {
      const found = find(await this.state());
      return found === false ? undefined : found;
    });
  }

  /** Cuts every connection of the page. */
  cut(): Promise<void> {
    return this.page.evaluate(() => {
      const { watched } = globalThis as unknown as { watched: Watched };
      for (const socket of watched.sockets.splice(0)) socket.close();
    });
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
