// Kills workers of a staged A/B test at ten random moments per round while bounces stream in, and proves that no one gets two, no one is
// lost, and each gets the version that its delivery names: `npm run kill-sending -- 5` for five rounds.
import { spawnSync } from 'node:child_process'
import { at, node, root, runEnv, setUp } from './setup.mjs'

const rounds = Number(process.argv[2] ?? 1)
if (!(rounds > 0)) {
  console.error(`kill-sending: "${process.argv[2]}" is no number of rounds. Example: npm run kill-sending -- 5`)
  process.exit(1)
}
await setUp()
for (let round = 1; round <= rounds; round++) {
  const args = [
    at('node_modules/.bin/vitest'),
    'run',
    '--reporter=agent',
    'server/modules/broadcasts/steering/crash.test.ts',
  ]
  const env = { ...process.env, ...runEnv, KILLS: '10' }
  const { status } = spawnSync(node, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(1)
  console.log(`${new Date().toISOString()}  round ${round} held: 10 kills, 2 workers`)
}
