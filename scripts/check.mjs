// npm run check: runs the checks whose files have changed since they passed. `-- --all` runs every check.
import { setUp } from './setup.mjs'
import { close, runChecks } from './steps.mjs'

await setUp()
close(await runChecks({ only_changed: !process.argv.includes('--all') }))
