/** Topics of one post. */
export const MAX_TOPICS = 5
