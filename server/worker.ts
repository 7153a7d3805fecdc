import { openJobs, openRuntime, warnOfTransport } from './boot.ts'
import { startFigures } from './core/instance/figures.ts'
import { watchInstanceSettings } from './core/instance/settings.ts'
import { announce } from './lib/announce.ts'
import { watchPlans } from './modules/accounts/plans/known-plans.ts'
import { runUntilStopped } from './stop.ts'

/** Jobs without the web: any number of these may share a database with any number of servers. */
await runUntilStopped(async (closing) => {
  const runtime = await openRuntime({ exclusive: false })
  closing.runtime(runtime.close)
  closing.work(await watchInstanceSettings())
  closing.work(await watchPlans())
  closing.work(startFigures())
  await openJobs(runtime, { work: true, closing })
  void warnOfTransport(runtime)
  announce('Jobs are running.')
})
