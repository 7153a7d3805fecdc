import { cleanCommit, keepRun } from './durations.mjs'
import { growth } from './growth.mjs'
import { root, setUp } from './setup.mjs'
import { browser, build, close, firstLoad, runChecks, tests, tutorial } from './steps.mjs'

await setUp()
const commit = cleanCommit(root)
// Tests spend half of their time waiting. In parallel, the browser tests and the others keep both cores of a small machine busy.
const [checked, looked] = await Promise.all([checkAndTest(), buildAndLook()])
const counts = [...checked, ...looked]
// A run during which files changed says nothing about a commit.
if (commit && commit === cleanCommit(root)) keepRun(root, commit, counts, { is_deep: process.env.DEEP === 'on' })
for (const line of growth(root)) console.log(line)
close(counts)

/** The tutorial needs no pages. It runs here, because the browser tests take longest. */
async function checkAndTest() {
  const checked = await runChecks({ only_changed: false })
  return [...checked, await tests(), await tutorial()]
}

async function buildAndLook() {
  const built = await build()
  // Without pages there is nothing to open, and the build has already failed.
  const looked = built.failed === 0 ? [await firstLoad(), await browser()] : []
  return [built, ...looked]
}
