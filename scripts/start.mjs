import { in_production, offerHelp, run, setUp } from './setup.mjs'

offerHelp(`npm start -- [--no-demo]
  Starts Envoi: installs what is missing, applies migrations, builds the pages, and prints the address.
  --no-demo  creates no demo account
  Settings are environment variables, or lines of .env; .env.example lists them. Other commands: npm run envoi`)

await setUp({ needs_dev: false })
run('server/build/launch.ts', ['main', ...process.argv.slice(2)], { env: in_production ? {} : { NODE_ENV: '' } })
