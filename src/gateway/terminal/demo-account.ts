/** The demo account of a live user, created when it is first needed. */
import type { EndpointContext, PrivateContext } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";
import { createAccount, creditOpening, setSignIn, signInDraft } from "./new-account.ts";

/** Returns the demo account of a live user; `undefined` before it is created. */
export function demoAccountOf({ exchange }: EndpointContext, user: number): number | undefined {
  const ready = exchange.terminal.readyUsers.find(({ userIndex }) => userIndex === user);
  if (ready !== undefined) return ready.demoUserIndex;
  const demoUser = exchange.accounts.signInOf(user)?.demoUser ?? 0;
  return demoUser === 0 ? undefined : demoUser - 1;
}

/** Returns the live user of a demo account. */
export function liveUserOf({ exchange }: EndpointContext, demoUser: number): number | undefined {
  const ready = exchange.terminal.readyUsers.find((user) => user.demoUserIndex === demoUser);
  return ready?.userIndex ?? exchange.accounts.liveUserOf(demoUser);
}

/**
 * Returns the demo account of the sender, after creating it with its money unless there is one.
 * Throws 40110 for a user who neither signed up nor is ready-made.
 */
export async function ensureDemoAccount(context: PrivateContext): Promise<number> {
  const { userIndex } = context.principal;
  const known = demoAccountOf(context, userIndex);
  if (known !== undefined) return known;
  const { openingDemo } = context.exchange.terminal;
  const begun = openingDemo.get(userIndex) ?? createDemoAccount(context);
  openingDemo.set(userIndex, begun);
  try {
    return await begun;
  } finally {
    openingDemo.delete(userIndex);
  }
}

async function createDemoAccount(context: PrivateContext): Promise<number> {
  const { accountKind, userIndex } = context.principal;
  const signIn = context.exchange.accounts.signInOf(userIndex);
  if (signIn === undefined) throw wireError("40110");
  const terms = { accountKind, realm: "demo" } as const;
  const demo = await createAccount(context, { ...terms, name: signIn.name });
  // The link is for good, and the money is given once: an account without it is linked to no user.
  await creditOpening(context, demo, terms);
  await setSignIn(context, signInDraft(userIndex, { demoUser: demo + 1 }));
  return demo;
}
