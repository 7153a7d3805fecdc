/** The most calls that one request to the dashboard's procedures may carry; the browser's client makes no larger batches. */
export const MAX_BATCH = 20
