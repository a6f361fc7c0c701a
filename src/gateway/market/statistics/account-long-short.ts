import { sideShareEndpoints } from "./side-shares.ts";

export const accountLongShortEndpoints = sideShareEndpoints({
  path: "account-long-short",
  of: "Account",
  summary: "Shares of the accounts that hold a contract long and short, by period",
  description: "At the end of the period; an account that holds both sides counts on both.",
  sidesOf: ({ longAccounts, shortAccounts }) => [longAccounts, shortAccounts],
});
