export const subscribersHref = (id: number) => `/automations/${id}?tab=subscribers`
/** Subscribers stuck at a failed step. */
export const heldHref = (id: number) => `${subscribersHref(id)}&state=held`
