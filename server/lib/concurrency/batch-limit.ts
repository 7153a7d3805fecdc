/** Maximum number of calls in one request to the dashboard's procedures. The browser's client makes no larger batches. */
export const MAX_BATCH = 20
