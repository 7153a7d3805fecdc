// Runs the steps of `npm run check` and `npm test`: prints one line for a passing step, and the whole output of a failing one.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { folderInMemory } from './memory.mjs'
import { at, node, root, runEnv } from './setup.mjs'
import { fingerprint, HeldChecks, hashesOf } from './unchanged.mjs'

const bin = (name) => at('node_modules/.bin', name)
const VITEST_REPORT = at('node_modules/.cache/vitest.json')
const PLAYWRIGHT_REPORT = at('node_modules/.cache/playwright.json')

// Files read by a check, which runs again after a change to one of these files.
const EVERYTHING = /./
const CODE = /^(server|app|components|sdk|bench|e2e|scripts|examples|prisma)\/|^[^/]+$/
const RECORDS = /^docs\/decisions\/|^scripts\/checks\//
const MIGRATIONS = /^prisma\/migrations\/|^scripts\/(checks|definitions)\/|^server\/db\/|\.sql$/
const DATABASE = /^server\/|^scripts\/|^docs\/architecture\.md$/
const SERVER = /^(server|sdk|scripts|prisma)\/|^[^/]+$/
const SETTINGS = /^server\/env\.ts$|^scripts\/|^docs\/settings\.md$|^\.env\.example$/
// No rule of the linter compares two files.
const LINTED = /\.(tsx?|mjs|jsonc?|css)$|^\.gitignore$/
const LINT_RULES = /^biome\.json$|^package-lock\.json$|^\.gitignore$/
const SDK = /^(server|sdk|scripts|prisma)\/|^docs\/webhooks\.md$|^[^/]+$/

// Each additional checker creates most types again: four take 60% more CPU time than one. One takes about as long as the other checks.
const tsc = [at('node_modules/typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '--checkers', '1']
const knip = [bin('knip'), '--no-progress', '--no-config-hints', '--cache']
// The longest checks come first, so both cores finish at about the same time.
const checks = [
  step('types', tsc, { reads: /\.(tsx?|json)$/ }),
  step('unused code', knip, { reads: CODE }),
  step('code that only tests use', [...knip, '--production'], { reads: CODE }),
  step('lint', [bin('biome'), 'check', '--error-on-warnings', '--no-errors-on-unmatched'], {
    reads: LINTED,
    each: { files: LINTED, rules: LINT_RULES },
  }),
  step('imports', [at('scripts/checks/imports.ts')], { reads: CODE }),
  step('structure', [at('scripts/checks/structure.ts')], { reads: CODE }),
  step('citations', [at('scripts/checks/citations.ts')], { reads: EVERYTHING }),
  step('retired words', [at('scripts/checks/words.ts')], { reads: EVERYTHING }),
  step('voice', [at('scripts/checks/voice.ts')], { reads: CODE }),
  step('decision records', [at('scripts/checks/decision-records.ts')], { reads: RECORDS }),
  step('changelog', [at('scripts/checks/changelog.ts')], { reads: /^CHANGELOG\.md$|^scripts\/checks\// }),
  step('paths in docs', [at('scripts/checks/doc-paths.ts')], { reads: EVERYTHING }),
  step('table owners', [at('scripts/checks/tables.ts')], { reads: CODE }),
  step('migrations', [at('scripts/checks/migrations.ts')], { reads: MIGRATIONS }),
  step('regular expressions', [at('scripts/checks/regexes.ts')], { reads: CODE }),
  step('texts', [at('scripts/checks/texts.ts')], { reads: /^(app|components|server|locales|scripts)\// }),
  step('icons', [at('scripts/icons.ts'), '--check'], { reads: CODE }),
  step('workflows', [at('scripts/checks/workflows.ts')], { reads: /^\.github\/|^package\.json$|^scripts\/checks\// }),
  step('rules in the database', [at('scripts/database-section.ts'), '--check'], { reads: DATABASE }),
  step('settings', [at('scripts/settings.ts'), '--check'], { reads: SETTINGS }),
  step('data centers', [at('scripts/data-centers.ts'), '--check'], { reads: SERVER }),
  step('sdk', [at('scripts/sdk.ts'), '--check'], { reads: SDK }),
]

/** Runs every check, two at a time. With `only_changed`, a check that passed for the same files is skipped. */
export async function runChecks({ only_changed }) {
  const held = new HeldChecks(at('node_modules/.cache/checks.json'))
  const queue = checks.values()
  const counts = []
  const work = async () => {
    for (const check of queue) counts.push(await check({ held, only_changed }))
  }
  await Promise.all([work(), work()])
  return counts
}

export const build = step('build', [at('server/build/build.ts')])

/** Checks the limits of the JavaScript that pages load, in the build made by `build`. */
export const firstLoad = step('first load of pages', [at('scripts/checks/first-load.ts')])

/** Runs the tutorial in a separate copy, with all of its commands. */
export const tutorial = step('tutorial', [at('scripts/tutorial.mjs')])

const vitest = [
  'run',
  '--allowOnly=false',
  // Prints only failures.
  '--reporter=agent',
  '--reporter=json',
  `--outputFile.json=${VITEST_REPORT}`,
]
export const tests = step('tests', [bin('vitest'), ...vitest], {
  env: withMemory,
  report: VITEST_REPORT,
  count: countVitest,
})

export const browser = step('browser tests', [bin('playwright'), 'test', '--forbid-only', '--reporter=dot,json'], {
  env: () => ({ ...withMemory(), PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT }),
  report: PLAYWRIGHT_REPORT,
  count: countPlaywright,
})

let in_memory
/** Returns the folder for databases of tests, if there is room. */
function withMemory() {
  in_memory ??= { folder: folderInMemory() }
  return in_memory.folder ? { TEST_FOLDER: in_memory.folder } : {}
}

/** Prints the closing line and ends the process with its result. */
export function close(counts) {
  const sum = (name) => counts.reduce((total, count) => total + count[name], 0)
  for (const { name, files } of counts) if (files) console.log(`slowest of ${name}: ${slowest(files)}`)
  console.log(`tests: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}

/** With `each`, the command checks every file separately, and a file that passed with the same rules is not checked again. */
function step(name, args, { env = () => ({}), report, count, reads, each } = {}) {
  return async ({ held, only_changed } = {}) => {
    const began = Date.now()
    const current_fingerprint = held && fingerprint(root, args, reads)
    if (only_changed && held.holds(name, current_fingerprint)) {
      console.log(`ok    ${name} (unchanged)`)
      return once(true)
    }
    if (report) rmSync(report, { force: true })
    const hashes = held && each && { rules: fingerprint(root, args, each.rules), files: hashesOf(root, each.files) }
    const changed = only_changed && hashes ? held.changedFiles(name, hashes) : undefined
    const { code, output } =
      changed?.length === 0
        ? { code: 0, output: '' }
        : await run([...args, ...(changed && changed.length <= MAX_NAMED ? changed : [])], env(), reads !== undefined)
    const result = {
      name,
      ...(count && existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : once(code === 0)),
    }
    // A crash, an unhandled error or a file that does not load fails the step, even if no test has failed.
    if (code !== 0 && result.failed === 0) result.failed = 1
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    const detail = count ? `${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped, ` : ''
    console.log(`${result.failed === 0 ? 'ok  ' : 'FAIL'}  ${name} (${detail}${seconds} s)`)
    if (result.failed > 0) console.log([...(result.failures ?? []), output].join('\n\n'))
    // The check may not have read a file that was changed during its run.
    else if (held && fingerprint(root, args, reads) === current_fingerprint) {
      held.add(name, current_fingerprint)
      if (hashes) held.addFiles(name, hashes)
    }
    return result
  }
}

/** A command that names more files would be longer than some systems allow. */
const MAX_NAMED = 500

const once = (passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })

function run(args, env, isCheck) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...process.env, ...runEnv, FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so programs started by the step, such as the compiler, end with it.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  // The compiler continues for minutes after SIGTERM. Tests and builds have processes and files to clean up.
  running.set(child, isCheck ? 'SIGKILL' : 'SIGTERM')
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code, output })
    })
  })
}

const running = new Map()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const [{ pid }, ended_by] of running) if (pid) process.kill(-pid, ended_by)
    process.exit(1)
  })
}

/** Returns the slowest files, which is where time can be saved. */
const slowest = (files) =>
  files
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([file, ms]) => `${file} ${Math.round(ms / 1000)} s`)
    .join(', ')

/** `failures` come before the output of the step, so a truncated log still shows the failing tests and reasons. */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) => `${path.relative(root, name)}: ${fullName}\n${failureMessages.join('\n')}`,
      ),
  )
  const files = testResults.map(({ name, startTime, endTime }) => [path.relative(root, name), endTime - startTime])
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures, files }
}

function countPlaywright({ stats, errors, suites }) {
  const durationOf = ({ specs = [], suites: inner = [] }) =>
    [
      ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
      ...inner.map(durationOf),
    ].reduce((sum, duration) => sum + duration, 0)
  const files = suites.map((suite) => [`e2e/${suite.file}`, durationOf(suite)])
  return {
    files,
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}
