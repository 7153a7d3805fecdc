import { in_production, run, setUp } from './setup.mjs'

await setUp({ needs_dev: !in_production })
run('server/build/launch.ts', ['cli', ...process.argv.slice(2)])
