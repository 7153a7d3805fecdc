/** Returns round marks for an axis, from just below the lowest value to just above the highest, at least `least` apart. */
export function axisMarks(low: number, high: number, minSpan = 1) {
  const span = Math.max(high - low, minSpan)
  const power = 10 ** Math.floor(Math.log10(span / 6))
  const wanted = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= span / 6) ?? 10
  // Removes binary rounding errors, so 0.3 is not more than 3 × 0.1.
  const exact = (value: number) => Number(value.toPrecision(12))
  const step = exact(Math.max(1, Math.ceil(exact((wanted * power) / minSpan))) * minSpan)
  const first = Math.floor(exact(low / step))
  const last = Math.max(first + 1, Math.ceil(exact(high / step)))
  return Array.from({ length: last - first + 1 }, (_, index) => exact((first + index) * step))
}
