/** The parts whose sum is the recipients. `waiting`: no attempt yet, or one in progress. `retrying`: deferred by the receiving server. */
export const PARTS = ['sent', 'waiting', 'retrying', 'unconfirmed', 'failed', 'excluded'] as const
