import { setUp } from './setup.mjs'
import { browser, build, close, firstLoad, runChecks, tests, tutorial } from './steps.mjs'

await setUp()
// Half of what tests do is to wait. Beside each other, the browser and the other tests keep both cores of a small machine busy.
const [checked, looked] = await Promise.all([checkAndTest(), buildAndLook()])
close([...checked, ...looked])

/** The tutorial needs no pages. Its turn is here, because the browser tests take longest. */
async function checkAndTest() {
  const checked = await runChecks({ only_changed: false })
  return [...checked, await tests(), await tutorial()]
}

async function buildAndLook() {
  const built = await build()
  // Without pages there is nothing to look at; the build has failed already.
  const looked = built.failed === 0 ? [await firstLoad(), await browser()] : []
  return [built, ...looked]
}
