/** Returns processor time of this process in milliseconds, so other load does not count. */
function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Returns processor time as a multiple of what `base` takes. Above `limit` it measures both again, and keeps the least of each: garbage
 * collection, compilation and other programs interfere now and then, while what takes quadratic time does each time.
 */
export function ratio(run: () => unknown, base: () => unknown, limit: number): number {
  let [measured, least] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 6 && !(measured / least < limit); round++) {
    least = Math.min(least, cpuMs(base))
    measured = Math.min(measured, cpuMs(run))
  }
  return measured / least
}
