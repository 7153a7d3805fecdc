/** Prints whether the found value is exactly the expected one; if not, the process ends with an error. */
export function same(what: string, found: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (is === should) return void console.log(`${what}: exact`)
  process.exitCode = 1
  console.error(`${what} differ: ${is.slice(0, 600)} instead of ${should.slice(0, 600)}`)
}
