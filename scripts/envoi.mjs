import { run, setUp } from './setup.mjs'

await setUp()
run('server/cli.ts', process.argv.slice(2))
