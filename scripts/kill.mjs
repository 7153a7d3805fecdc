// Kills one of two workers at ten random moments per round, and proves that nothing is lost or done twice:
//
// - `npm run kill-sending -- 5`: a staged A/B test while bounces stream in. No one gets two emails, and each recipient gets the version of
// their delivery.
// - `npm run kill-automations -- 5`: 20,000 subscribers pass ten steps with emails, a call of an app and a message to a member.
//
// The number is the number of rounds, one by default.
import { spawnSync } from 'node:child_process'
import { at, node, root, runEnv, setUp } from './setup.mjs'

const TESTS = {
  sending: 'server/modules/broadcasts/sending/crash.test.ts',
  automations: 'server/modules/automations/running/kill.test.ts',
}

const [, , what = '', given = '1'] = process.argv
const rounds = Number(given)
const test = TESTS[what]
if (!test || !(rounds > 0)) {
  console.error(`kill: "${given}" is not a number of rounds. Example: npm run kill-${test ? what : 'sending'} -- 5`)
  process.exit(1)
}
await setUp()
for (let round = 1; round <= rounds; round++) {
  const args = [at('node_modules/.bin/vitest'), 'run', '--reporter=agent', test]
  const env = { ...process.env, ...runEnv, DEEP: 'on', KILLS: '10' }
  const { status } = spawnSync(node, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(1)
  console.log(`${new Date().toISOString()}  round ${round} held: 10 kills, 2 workers`)
}
