import { offerHelp, run, setUp } from './setup.mjs'

offerHelp(`npm run worker
  Runs jobs without the web: any number of workers share a database with any number of servers (docs/operate.md).
  Settings are environment variables, or lines of .env; .env.example lists them.`)
await setUp({ needs_dev: false })
run('server/build/launch.ts', ['worker', ...process.argv.slice(2)])
