import { run, setUp } from './setup.mjs'

await setUp()
run('server/worker.ts', process.argv.slice(2))
