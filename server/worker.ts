import { parseArgs } from 'node:util'
import { openJobs, openRuntime, warnOfTransport } from './boot.ts'
import { startFigures } from './core/instance/figures.ts'
import { watchInstanceSettings } from './core/instance/settings.ts'
import { logConsole } from './core/log.ts'
import { openTextThreads } from './core/texts/text-work.ts'
import { announce } from './lib/announce.ts'
import { TextThreads } from './mail/threads/text-threads.ts'
import { watchPlans } from './modules/accounts/plans/known-plans.ts'
import { watchProcess } from './modules/admin/overview/warn-process.ts'
import { runUntilStopped } from './stop.ts'

/** Runs jobs without the web. Any number of workers can share a database with any number of servers. */
await runUntilStopped(async (closing) => {
  // There are no options, so a mistyped one must not start a worker.
  parseArgs({ options: {} })
  const runtime = await openRuntime({ exclusive: false })
  closing.runtime(runtime.close)
  logConsole(runtime.log)
  closing.work(await watchInstanceSettings())
  closing.work(await watchPlans())
  closing.work(startFigures())
  closing.work(watchProcess({ log: runtime.log }).stop)
  // Requests and jobs that are ending need their texts.
  closing.runtime(openTextThreads(new TextThreads()).stop)
  await openJobs(runtime, { work: true, closing })
  void warnOfTransport(runtime)
  announce('Jobs are running.')
})
