/**
 * How long a test waits for what other work brings about. No test depends on how fast a machine is: only what never comes takes so long.
 * `expect.poll` and `until` have it by default.
 */
export const PATIENCE = { timeout: 120_000, interval: 20 }
