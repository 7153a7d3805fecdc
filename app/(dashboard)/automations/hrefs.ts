/** Where the subscribers of an automation are listed. */
export const subscribersHref = (id: number) => `/automations/${id}?tab=subscribers`
/** Those at a step that failed. */
export const heldHref = (id: number) => `${subscribersHref(id)}&state=held`
