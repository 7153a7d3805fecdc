export const MAX_TOPICS = 5
