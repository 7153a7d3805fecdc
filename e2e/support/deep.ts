/** Whether journeys do what is too slow for each change (`npm run test:deep`). */
export const IS_DEEP = process.env.DEEP === 'on'
