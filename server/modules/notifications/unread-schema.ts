/** Unread notifications above this number are not counted. In a file of its own, because every page loads it. */
export const MAX_UNREAD = 99
