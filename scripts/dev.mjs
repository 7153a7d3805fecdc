import { run, setUp } from './setup.mjs'

// A change below server/ restarts the process; pages are reloaded by Next, whose output must not count as a change.
await setUp()
run('server/main.ts', process.argv.slice(2), {
  flags: ['--watch', '--watch-preserve-output', '--watch-path=server'],
  env: { NODE_ENV: 'development' },
})
