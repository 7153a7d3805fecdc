/** Share of a limit from which the dashboard shows a warning. */
const NEAR = 0.9

/** Returns whether a limit is reached, nearly reached, or neither. */
export const limitState = (used: number, most: number | null): 'free' | 'near' | 'reached' =>
  most === null || used < most * NEAR ? 'free' : used < most ? 'near' : 'reached'
