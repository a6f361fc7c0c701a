/** Opens the accounts of users who sign up, and their accounts of the demo realm. */
import type { AccountKind, Realm } from "../../core/base/vocabulary.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { atoms } from "../../core/money/units.ts";
import type { EndpointContext } from "../http/endpoint.ts";
import { submitted } from "../orders/submitted.ts";
import { rejectionError } from "../rejection-codes.ts";

/**
 * Begins the names of users who signed up. Names of the operator's users and of the first users
 * have other beginnings, and what finds users by name must never find these.
 */
const NAME_START = "@";

/** Command that sets parts of a sign-in and keeps the others. */
export function signInDraft(
  user: number,
  fields: Partial<Omit<DraftOf<"set_sign_in">, "kind" | "user">>,
): DraftOf<"set_sign_in"> {
  return {
    ...{ kind: "set_sign_in", user, name: "", passwordHash: "", demoUser: 0 },
    ...{ changesCodes: false, sealedCodeSecret: new Uint8Array(0) },
    ...fields,
  };
}

/** Submits a setting of a sign-in. Throws the error of its rejection. */
export async function setSignIn(
  context: EndpointContext,
  draft: DraftOf<"set_sign_in">,
): Promise<void> {
  const { rejection } = await submitted(context, draft);
  if (rejection !== undefined) throw rejectionError(rejection, "v3");
}

/** Creates a main account without money; returns its index. */
export async function createAccount(
  context: EndpointContext,
  terms: { readonly accountKind: AccountKind; readonly realm: Realm; readonly name: string },
): Promise<number> {
  const { accountKind, name, realm } = terms;
  const { id, rejection } = await submitted(context, {
    ...{ kind: "create_user", accountKind, realm, parent: 0 },
    ...{ name: NAME_START + name, openOrdersMax: 0 },
  });
  if (rejection !== undefined) throw rejectionError(rejection, "v3");
  return id;
}

/** Credits what a new account begins with; a coin of which no more may be issued is left out. */
export async function creditOpening(
  context: EndpointContext,
  user: number,
  terms: { readonly accountKind: AccountKind; readonly realm: Realm },
): Promise<void> {
  const credits = context.exchange.terminal.openingCredits(terms.accountKind, terms.realm);
  await Promise.all(
    credits.map(({ amount, currency, wallet }) =>
      submitted(context, { kind: "credit", user, wallet, currency, amount: atoms(amount) }),
    ),
  );
}
