/**
 * The parts that recipients add up from. `waiting`: no attempt yet, or one is being made. `retrying`: deferred by the receiving
 * server.
 */
export const PARTS = ['sent', 'waiting', 'retrying', 'unconfirmed', 'failed', 'excluded'] as const
