import { type Static, Type } from "typebox";
import type { P2pMerchantRead } from "../../../core/reads/p2p-reads.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import type { P2pStatistics } from "../../p2p/p2p-statistics.ts";

/** Members of a merchant, in lists and of the user; times are averages of 30 days in minutes. */
export const merchantSchema = Type.Object({
  registerTime: Type.String(),
  nickName: Type.String(),
  avgPaymentTime: Type.String({ description: "Minutes" }),
  avgReleaseTime: Type.String({ description: "Minutes" }),
  totalTrades: Type.String(),
  totalBuy: Type.String(),
  totalSell: Type.String(),
  totalCompletionRate: Type.String({ description: "Completed share of the ended orders" }),
  trades30d: Type.String(),
  sell30d: Type.String(),
  buy30d: Type.String(),
  completionRate30d: Type.String(),
});

/** Returns the members of a merchant with statistics of the orders that are kept. */
export function merchantMembers(
  accounts: LiveAccounts,
  { merchant, user }: { readonly merchant: P2pMerchantRead; readonly user: number },
  statistics: P2pStatistics,
): Static<typeof merchantSchema> {
  return {
    registerTime: String(accounts.user(user)?.createdAtMs ?? 0),
    nickName: merchant.nickName,
    avgPaymentTime: statistics.recentPayMinutes,
    avgReleaseTime: statistics.recentReleaseMinutes,
    totalTrades: String(statistics.completed),
    totalBuy: String(statistics.bought),
    totalSell: String(statistics.sold),
    totalCompletionRate: statistics.completedRate,
    trades30d: String(statistics.recentCompleted),
    sell30d: String(statistics.recentSold),
    buy30d: String(statistics.recentBought),
    completionRate30d: statistics.recentCompletedRate,
  };
}
