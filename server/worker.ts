import { openJobs, openRuntime, warnOfTransport } from './boot.ts'
import { runUntilStopped } from './stop.ts'

/** Jobs without the web: any number of these may share a database with any number of servers. */
await runUntilStopped(async (closing) => {
  const ground = await openRuntime({ exclusive: false })
  closing.ground(ground.close)
  await openJobs(ground, 'connect', closing)
  void warnOfTransport(ground)
  console.log('Jobs are running.')
})
