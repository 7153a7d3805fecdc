/** Topics of one post. */
export const MOST_TOPICS = 5
