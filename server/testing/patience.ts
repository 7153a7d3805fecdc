/**
 * Time that a test waits for an effect of other work. No test depends on how fast a machine is: only an effect that never comes takes
 * this long. `expect.poll` and `until` have it by default.
 */
export const PATIENCE = { timeout: 300_000, interval: 20 }
