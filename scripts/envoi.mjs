import { in_production, run, setUp } from './setup.mjs'

await setUp({ needs_dev: !in_production })
run('server/cli.ts', process.argv.slice(2))
