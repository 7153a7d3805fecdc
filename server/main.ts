import { parseArgs } from 'node:util'
import { env } from './env.ts'
import { checkPort } from './http/port.ts'
import { runUntilStopped } from './stop.ts'

await runUntilStopped(async (closing) => {
  const { values } = parseArgs({ options: { 'no-demo': { type: 'boolean', default: false } } })
  const settings = env()
  await checkPort(settings)
  // Settings are checked before slow modules load, and PostgreSQL starts in the meantime.
  const { openRuntime } = await import('./boot.ts')
  const opening = openRuntime({ exclusive: true }).then((runtime) => {
    closing.runtime(runtime.close)
    return runtime
  })
  const [runtime, { serve }] = await Promise.all([opening, import('./service.ts')])
  await serve(runtime, { wants_demo: !values['no-demo'], closing })
})
