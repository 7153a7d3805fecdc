import { setUp } from './setup.mjs'
import { browser, build, checks, close, inTurn, tests } from './steps.mjs'

await setUp()
// The build keeps one core busy while the checks keep the other; what measures time runs alone.
const [checked, built] = await Promise.all([inTurn(checks), build()])
const tested = await tests()
// Without pages there is nothing to look at; the build has failed already.
const looked = built.failed === 0 ? await browser() : { passed: 0, failed: 0, skipped: 0 }
close([...checked, built, tested, looked])
