/** True in `npm run test:deep`, where journeys include parts that are too slow for each change. */
export const IS_DEEP = process.env.DEEP === 'on'
