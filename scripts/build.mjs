import { run, setUp } from './setup.mjs'

// Builds while another process runs, so the next start finds its pages built and takes seconds.
await setUp({ needs_dev: false })
run('server/build/build.ts')
