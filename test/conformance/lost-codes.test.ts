/** The operator helps a user whose device of one-time codes is lost. */
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { adminAnswer, adminRequest } from "../support/admin-request.ts";
import { openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange();
const { baseUrl } = exchange.credentials;
const NAMED = { name: "loser", password: "correct horse battery" };

type Answer = { readonly code: string; readonly data: Readonly<Record<string, string>> };

/** Sends a request as the page of a browser does; returns the answer and its cookie. */
async function post(path: string, body: object, cookie = ""): Promise<Answer & { cookie: string }> {
  const response = await fetch(`${baseUrl}/terminal/v1/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      ...{ origin: baseUrl, "content-type": "application/json", "x-bourse-terminal": "1" },
      ...(cookie === "" ? {} : { cookie }),
    },
  });
  const answer = (await response.json()) as Answer;
  return { ...answer, cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

it("a user whose codes the operator disabled signs in with the password", async () => {
  const { cookie } = await post("sign-up", { ...NAMED, accountKind: "unified" });
  const { data } = await post("prepare-codes", { password: NAMED.password }, cookie);
  const code = new TOTP({ secret: Secret.fromBase32(data["secret"] ?? "") }).generate();
  expect((await post("enable-codes", { code }, cookie)).code).toBe("00000");
  expect((await post("sign-in", NAMED)).code).toBe("49013");

  const { credentials } = exchange;
  const found = await adminAnswer<{ users: { uid: string }[] }>(
    credentials,
    "GET",
    "/users/search?query=loser",
  );
  const uid = found.users[0]?.uid ?? "";
  const disable = async (ofUid: string) => {
    const path = `/users/${ofUid}/one-time-codes`;
    const answer = await adminRequest(credentials, "DELETE", path);
    return [answer.status, await answer.json()];
  };
  expect(await disable(uid)).toEqual([200, { uid }]);
  expect((await post("sign-in", NAMED)).code).toBe("00000");
  expect(await disable(uid)).toMatchObject([409, { error: { code: "conflict" } }]);
  expect((await disable("1"))[0]).toBe(404);
});
