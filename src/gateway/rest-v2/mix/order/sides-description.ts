export const SIDES_DESCRIPTION =
  "In hedge mode side names the position: buy the long, sell the short one; tradeSide says " +
  "whether it opens or closes. A reduce-only order that made older ones give way is answered " +
  "without orderId.";
