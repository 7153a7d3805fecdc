// Generates new examples for every property until the time is up or one fails: `npm run soak -- 30` for half an hour.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { at, node, root, runEnv, setUp } from './setup.mjs'
import { projectFiles } from './unchanged.mjs'

const minutes = Number(process.argv[2] ?? 10)
if (!(minutes > 0)) {
  console.error(`soak: "${process.argv[2]}" is not a number of minutes. Example: npm run soak -- 30`)
  process.exit(1)
}
await setUp()
const files = projectFiles(root).filter(
  (file) =>
    /^(server|sdk|scripts)\/.*\.test\.ts$/.test(file) && readFileSync(at(file), 'utf8').includes("from 'fast-check'"),
)
const until = Date.now() + minutes * 60_000
let rounds = 0
while (Date.now() < until) {
  const seed = randomInt(2 ** 31)
  const { status } = spawnSync(node, [at('node_modules/.bin/vitest'), 'run', '--reporter=agent', ...files], {
    cwd: root,
    env: { ...process.env, ...runEnv, PROPERTY_SEED: String(seed), HOSTILE_REQUESTS: '20000' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    console.error(`A property failed. Again: PROPERTY_SEED=${seed} npm run vitest -- <the file named above>`)
    process.exit(1)
  }
  console.log(`${new Date().toISOString()}  round ${++rounds} held: ${files.length} files, seed ${seed}`)
}
