import { type Static, Type } from "typebox";
import type { P2pMerchantRead } from "../../../core/reads/p2p-reads.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { uidOf } from "../../auth/uid.ts";
import type { P2pStatistics } from "../../p2p/p2p-statistics.ts";

export const userInfoSchema = Type.Object({
  uid: Type.String(),
  nickName: Type.String(),
  accountLevel: Type.String({ description: "starter, advanced, master" }),
  completedOrderNum: Type.String(),
  positiveRate: Type.String({ description: "Share of the ended orders without an appeal" }),
  completedOrderNum30D: Type.String(),
  completedRate30D: Type.String(),
  avgPayTime30D: Type.String({ description: "Minutes" }),
  avgReleaseTime30D: Type.String({ description: "Minutes" }),
  equityDetail: Type.Object({
    maxAdvSellNum: Type.String(),
    maxAdvSellLimit: Type.String({ description: "Value of an ad, in US dollars" }),
    maxAdvBuyNum: Type.String(),
    maxAdvBuyLimit: Type.String({ description: "Value of an ad, in US dollars" }),
    totalMaxPendingOrder: Type.String(),
    advMaxPendingOrder: Type.String(),
  }),
  registerTime: Type.String(),
});

/** Returns a merchant as the merchant sees itself. */
export function userInfo(
  accounts: LiveAccounts,
  { merchant, user }: { readonly merchant: P2pMerchantRead; readonly user: number },
  statistics: P2pStatistics,
): Static<typeof userInfoSchema> {
  const limits = accounts.p2p.limitsOf(merchant);
  return {
    ...{ uid: uidOf(user), nickName: merchant.nickName, accountLevel: merchant.level },
    completedOrderNum: String(statistics.completed),
    positiveRate: statistics.positiveRate,
    completedOrderNum30D: String(statistics.recentCompleted),
    completedRate30D: statistics.recentCompletedRate,
    avgPayTime30D: statistics.recentPayMinutes,
    avgReleaseTime30D: statistics.recentReleaseMinutes,
    equityDetail: {
      maxAdvSellNum: String(limits.sellAdsMax),
      maxAdvSellLimit: String(limits.adUsdMax),
      maxAdvBuyNum: String(limits.buyAdsMax),
      maxAdvBuyLimit: String(limits.adUsdMax),
      totalMaxPendingOrder: String(limits.ordersMax),
      advMaxPendingOrder: String(limits.adOrdersMax),
    },
    registerTime: String(accounts.user(user)?.createdAtMs ?? 0),
  };
}
