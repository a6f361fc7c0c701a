/** Indexes of the currencies and instruments that the core fixture lists, in listing order. */

export const USD = 0;
export const COIN = 1;

export const SPOT = 0;
export const LINEAR = 1;
export const INVERSE = 2;
