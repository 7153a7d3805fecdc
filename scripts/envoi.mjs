import { run, setUp } from './setup.mjs'

await setUp({ needs_dev: false })
run('server/build/launch.ts', ['cli', ...process.argv.slice(2)])
