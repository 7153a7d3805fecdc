// Runs everything of `npm test`, with all cases and sizes that are too slow for each change: before a release, and each night.
// A larger size can be given, but no smaller one, because a release needs this run.
const SIZES = { KILLS: 6, MODEL_RUNS: 60, HOSTILE_REQUESTS: 20_000, MIGRATED_ROWS: 200_000 }

process.env.DEEP = 'on'
for (const [name, least] of Object.entries(SIZES))
  process.env[name] = String(Math.max(least, Number(process.env[name]) || 0))
await import('./test.mjs')
