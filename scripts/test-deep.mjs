// Runs everything of `npm test`, with all cases and sizes that are too slow for each change: before a release, and each night.
const SIZES = { DEEP: 'on', KILLS: '6', MODEL_RUNS: '60', HOSTILE_REQUESTS: '20000', MIGRATED_ROWS: '200000' }

for (const [name, value] of Object.entries(SIZES)) process.env[name] ??= value
await import('./test.mjs')
