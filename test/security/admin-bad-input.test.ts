/** Every endpoint of the admin API refuses bad input clearly, and nothing changes by it. */
import { describe, expect, it } from "vitest";
import { exchangeUserOf } from "../../src/core/accounts/user.ts";
import { uidOf } from "../../src/gateway/auth/uid.ts";
import { ADMIN_ERRORS } from "../../src/ops/admin-errors.ts";
import { ADMIN_PREFIX } from "../../src/ops/admin-routes.ts";
import { DOCUMENTED_GROUPS } from "../../src/ops/docs/admin-openapi.ts";
import { openExchange } from "../conformance/support/conformance-exchange.ts";
import {
  type BadAdminRequest,
  badAdminRequests,
  extremeAdminRequests,
  requestAbout,
} from "./bad-admin-requests.ts";

/** Words of the framework and of defects, which mean nothing to an operator. */
const FOREIGN_WORDS =
  /FST_|\b[Aa]jv\b|[Ss]chema|must NOT|\/body|[Tt]ypebox|undefined|\[object|\bNaN\b|[a-z]Error\b/;

const exchange = await openExchange();

interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}

async function send({ body, contentType, method, target }: BadAdminRequest): Promise<Response> {
  return fetch(`${exchange.baseUrl}${ADMIN_PREFIX}${target}`, {
    method,
    headers: {
      authorization: `Bearer ${exchange.credentials.admin.token}`,
      ...(contentType === undefined ? {} : { "content-type": contentType }),
    },
    ...(body === undefined ? {} : { body }),
  });
}

/** Returns what is wrong with the answer to a bad request; an empty list if nothing is. */
async function faultsOf(request: BadAdminRequest): Promise<readonly string[]> {
  const answer = await send(request);
  const text = await answer.text();
  const { error } = JSON.parse(text) as Partial<Refusal>;
  if (error === undefined) return [`${request.about}: accepted with ${answer.status} ${text}`];
  const { code, message } = error;
  const [status] = ADMIN_ERRORS[code as keyof typeof ADMIN_ERRORS] ?? [];
  const faults = [
    ...(status === answer.status && status < 500 ? [] : [`status ${answer.status} of ${code}`]),
    ...(message.includes(request.says) ? [] : [`does not say ${request.says}`]),
    ...(FOREIGN_WORDS.test(message) ? ["foreign words"] : []),
    ...(answer.headers.has("x-bourse-seq") ? ["submitted a command"] : []),
  ];
  return faults.map((fault) => `${request.about}: ${fault}: ${message}`);
}

/** Seq of the operator's last command; those of the clock go on. */
async function seqOfLastAct(): Promise<number | undefined> {
  type Acts = { readonly acts: readonly { readonly seq: number }[] };
  return (await exchange.admin<Acts>("GET", "/acts?limit=1")).acts[0]?.seq;
}

describe("bad input to the admin API", () => {
  it.each(DOCUMENTED_GROUPS)("of $title is refused, and changes nothing", async ({ endpoints }) => {
    const before = await seqOfLastAct();
    const faults: string[] = [];
    const requests = endpoints.flatMap(badAdminRequests);
    expect(requests.length).toBeGreaterThanOrEqual(endpoints.length);
    for (const request of requests) {
      faults.push(...(await faultsOf(request)));
    }
    expect(faults).toEqual([]);
    expect(await seqOfLastAct()).toBe(before);
  });

  it.each([
    ["the exchange in the live realm", uidOf(exchangeUserOf("live"))],
    ["the exchange in the demo realm", uidOf(exchangeUserOf("demo"))],
    ["no user", "1999999999"],
    ["a wrong form", "1"],
  ])("about the uid of %s is refused by every endpoint alike", async (_whose, uid) => {
    const before = await seqOfLastAct();
    const endpoints = DOCUMENTED_GROUPS.flatMap((group) => group.endpoints);
    const requests = endpoints.flatMap((endpoint) => requestAbout(endpoint, uid) ?? []);
    expect(requests.length).toBeGreaterThan(40);
    const faults: string[] = [];
    for (const request of requests) {
      faults.push(...(await faultsOf(request)));
      const answer = await send(request);
      if (answer.status !== 404) faults.push(`${request.about}: status ${answer.status}`);
    }
    expect(faults).toEqual([]);
    expect(await seqOfLastAct()).toBe(before);
  });

  it.each(DOCUMENTED_GROUPS)("of $title: extreme values cause no defect", async ({ endpoints }) => {
    const { uid } = await exchange.newUser(
      { kind: "classic" },
      { wallet: "spot", coin: "USDT", amount: "100" },
    );
    const faults: string[] = [];
    for (const request of endpoints.flatMap((endpoint) => extremeAdminRequests(endpoint, uid))) {
      const answer = await send(request);
      const text = await answer.text();
      if (answer.status >= 500 || FOREIGN_WORDS.test(text))
        faults.push(`${request.about}: ${text}`);
    }
    expect(faults).toEqual([]);
  });
});
