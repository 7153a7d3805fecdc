/** An estimate with no more figures than it deserves: 30,101 is 30,100. */
export function roundEstimate(value: number): number {
  return Number(value.toPrecision(3))
}
