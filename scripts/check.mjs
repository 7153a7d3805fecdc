// npm run check: what has changed since it held. `-- --all` runs every check.
import { setUp } from './setup.mjs'
import { close, runChecks } from './steps.mjs'

await setUp()
close(await runChecks({ only_changed: !process.argv.includes('--all') }))
