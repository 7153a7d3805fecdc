/** More unread notifications than this are not counted. Every page loads it, so it is alone. */
export const MAX_UNREAD = 99
