/** Returns the first day of the month after this number of months. `month` and the result are YYYY-MM-DD. */
export function addMonths(month: string, months: number): string {
  const at = new Date(`${month.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}
