import { expect, test } from 'vitest'
import type { Step } from './job.ts'
import { pauseUntil } from './pause.ts'

test('a pause waits for its event before it checks whether there is work', async () => {
  const order: string[] = []
  let arrive = () => {}
  const step = {
    waitForEvent: () => {
      order.push('wait')
      return new Promise<void>((resolve) => (arrive = resolve))
    },
    run: (_name: string, work: () => Promise<unknown>) => work(),
  }
  const pause = { event: 'thing.changed', if: 'true', timeout_ms: 60_000 }
  await pauseUntil(step as unknown as Step, 'pause', {
    ...pause,
    look: async () => {
      order.push('look')
      arrive()
    },
  })
  expect(order).toEqual(['wait', 'look'])
})
