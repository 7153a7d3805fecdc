import { run, setUp } from './setup.mjs'

// Beside a running process: the next start finds its pages built, so a restart takes seconds.
await setUp({ needs_dev: false })
run('server/build/build.ts')
