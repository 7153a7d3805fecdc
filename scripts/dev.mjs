import { run, setUp } from './setup.mjs'

// A change below server/ restarts the process; Next reloads pages, so its output must not count as a change.
await setUp()
run('server/main.ts', process.argv.slice(2), {
  flags: ['--watch', '--watch-preserve-output', '--watch-path=server'],
  env: { NODE_ENV: 'development' },
})
