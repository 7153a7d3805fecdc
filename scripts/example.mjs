import { run, setUp } from './setup.mjs'

await setUp()
run('examples/sample-app/main.ts', process.argv.slice(2))
