/** Rounds an estimate to three significant digits: 30,101 becomes 30,100. */
export function roundEstimate(value: number): number {
  return Number(value.toPrecision(3))
}
