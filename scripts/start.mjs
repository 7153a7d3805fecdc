import { run, setUp } from './setup.mjs'

await setUp()
const { NODE_ENV } = process.env
run('server/main.ts', process.argv.slice(2), { env: NODE_ENV === 'production' ? {} : { NODE_ENV: '' } })
