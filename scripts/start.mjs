import { in_production, run, setUp } from './setup.mjs'

await setUp({ needs_dev: !in_production })
run('server/main.ts', process.argv.slice(2), { env: in_production ? {} : { NODE_ENV: '' } })
