/** Environment variable of the injection: by how many ms the wall clock is off from the start. */
export const CLOCK_OFFSET_VARIABLE = "INJECTED_CLOCK_OFFSET_MS";
