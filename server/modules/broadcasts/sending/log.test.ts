import { expect, onTestFinished, test, vi } from 'vitest'
import { rootLogger } from '../../../core/log.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { stopBroadcast } from './stopping.ts'

test('the log says when a broadcast begins, stops, continues and is sent with its figures, without texts of users', async () => {
  const lines: [object, string][] = []
  for (const level of ['info', 'warn'] as const)
    vi.spyOn(rootLogger(), level).mockImplementation(((fields: object, text: string) => {
      lines.push([fields, text])
    }) as never)
  onTestFinished(() => void vi.restoreAllMocks())
  await sendToSink()
  const account = await testAccount()
  const { account_id } = account
  await addSubscribers(account, 3)
  const broadcast_id = await startBroadcast(account)
  await stopBroadcast(account.ctx, { id: broadcast_id, reason: 'The server said: 550 ann@reader.example is listed.' })
  await dashboard(account).broadcasts.resume({ id: broadcast_id })
  await sendAll(account, broadcast_id)
  const of = { account_id, broadcast_id }
  expect(lines.filter(([fields]) => 'broadcast_id' in fields && fields.broadcast_id === broadcast_id)).toEqual([
    [{ ...of, audience_count: 3 }, 'a broadcast begins'],
    [
      { ...of, sent: 0, failed: 0, bounced: 0, seconds: expect.any(Number) },
      'a broadcast stopped because of a problem',
    ],
    [of, 'a broadcast continues'],
    [{ ...of, sent: 3, failed: 0, bounced: 0, seconds: expect.any(Number) }, 'a broadcast is sent'],
  ])
})
