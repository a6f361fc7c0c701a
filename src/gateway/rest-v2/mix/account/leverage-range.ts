export const LEVERAGE_RANGE = { min: 1, max: 1_000 };
