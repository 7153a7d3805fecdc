/** Returns the processor time of `run` in milliseconds, which excludes other load. */
function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Returns processor time as a multiple of the time of `base`. Above `limit`, measures both again and keeps the minimum of each: garbage
 * collection, compilation and other programs interfere occasionally, but quadratic time shows every time.
 */
export function ratio(run: () => unknown, base: () => unknown, limit: number): number {
  let [measured, least] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 6 && !(measured / least < limit); round++) {
    least = Math.min(least, cpuMs(base))
    measured = Math.min(measured, cpuMs(run))
  }
  return measured / least
}
