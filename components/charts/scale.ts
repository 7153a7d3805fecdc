/** Round marks for an axis of whole numbers, from just below the lowest value to just above the highest. */
export function axisMarks(low: number, high: number) {
  const span = Math.max(high - low, 1)
  const power = 10 ** Math.floor(Math.log10(span / 6))
  const wanted = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= span / 6) ?? 10
  const step = Math.max(1, Math.ceil(wanted * power))
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
