// Runs the job conformance suite against an Inngest server: INNGEST_DEV=http://localhost:8288 npm run engine-conformance
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { at, node, root, run, runEnv, setUp } from './setup.mjs'

const { INNGEST_DEV = '' } = process.env
const server = /^(1|true)$/.test(INNGEST_DEV) ? 'http://localhost:8288' : INNGEST_DEV
if (!URL.canParse(server)) {
  console.error(
    'engine-conformance: set INNGEST_DEV to the address of an Inngest dev server (INNGEST_DEV=http://localhost:8288) to run the cases of server/jobs/conformance against it; npm test runs them on the embedded engine.',
  )
  process.exit(1)
}
await setUp()
const [mode, jobs] = process.argv.slice(2)
if (mode === '--workers') run('server/jobs/conformance/sharing.ts', [server, ...(jobs ? [jobs] : [])])
else if (mode === '--automations')
  run('server/jobs/conformance/automation-workers.ts', [server, ...(jobs ? [jobs] : [])])
else playCases()

function playCases() {
  const report = at('node_modules/.cache/engine-conformance.json')
  rmSync(report, { force: true })
  console.log(`Running against ${server}. This takes one to three minutes.`)
  const args = [
    'run',
    'server/jobs/conformance',
    'server/connections.test.ts',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const { status, stderr } = spawnSync(node, [at('node_modules/.bin/vitest'), ...args], {
    cwd: root,
    env: { ...process.env, ...runEnv, CONFORMANCE_SERVER: server },
    encoding: 'utf8',
  })
  const results = readReport(report)
  for (const { title, status, failureMessages } of results) {
    console.log(`${status === 'passed' ? 'ok  ' : 'FAIL'}  ${title}`)
    for (const message of failureMessages) console.log(message)
  }
  const passed = results.filter(({ status }) => status === 'passed').length
  console.log(`${passed} of ${results.length} cases hold on ${server}`)
  if (status !== 0 && passed === results.length) console.error(stderr)
  process.exit(status ?? 1)
}

function readReport(file) {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
    for (const { message } of testResults) if (message) console.error(message)
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } catch {
    return []
  }
}
