/**
 * Time limit for effects of other work. No test depends on a machine's speed, because only an effect that never happens takes this long.
 * Default of `expect.poll` and `until`.
 */
export const PATIENCE = { timeout: 300_000, interval: 20 }

/** Connections of a test file. On a slow machine a query waits for one longer than a request would. */
export const TEST_POOL = { max: 8, wait_ms: PATIENCE.timeout }
