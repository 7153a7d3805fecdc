/** The only source of "now" in services; tests replace `now`. */
export const clock = { now: (): Date => new Date() }
