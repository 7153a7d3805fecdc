import { expect, onTestFinished, test, vi } from 'vitest'
import { rootLogger } from '../../../core/log.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { stopBroadcast } from './stopping.ts'

test('the log says when a broadcast begins, stops, continues, is paused, sent or canceled, with its figures and no texts of users', async () => {
  const lines: [string, object, string][] = []
  for (const level of ['info', 'warn'] as const)
    vi.spyOn(rootLogger(), level).mockImplementation(((fields: object, text: string) => {
      lines.push([level, fields, text])
    }) as never)
  onTestFinished(() => void vi.restoreAllMocks())
  await sendToSink()
  const account = await testAccount()
  const { account_id } = account
  await addSubscribers(account, 3)
  const broadcast_id = await startBroadcast(account)
  const app = dashboard(account).broadcasts
  await stopBroadcast(account.ctx, { id: broadcast_id, reason: 'The server said: 550 ann@reader.example is listed.' })
  await app.resume({ id: broadcast_id })
  await app.pause({ id: broadcast_id, note: 'Write to ann@reader.example first' })
  await app.resume({ id: broadcast_id })
  await sendAll(account, broadcast_id)
  const canceled_id = await startBroadcast(account)
  await app.cancel({ id: canceled_id })
  const linesOf = (id: number) => lines.filter(([, fields]) => 'broadcast_id' in fields && fields.broadcast_id === id)
  const of = { account_id, broadcast_id }
  const unsent = { sent: 0, failed: 0, bounced: 0, seconds: expect.any(Number) }
  expect(linesOf(broadcast_id)).toEqual([
    ['info', { ...of, audience_count: 3 }, 'a broadcast begins'],
    ['warn', { ...of, ...unsent }, 'a broadcast stopped because of a problem'],
    ['info', of, 'a broadcast continues'],
    ['info', { ...of, ...unsent, user_id: account.user_id }, 'a broadcast was paused'],
    ['info', of, 'a broadcast continues'],
    ['info', { ...of, ...unsent, sent: 3 }, 'a broadcast is sent'],
  ])
  expect(linesOf(canceled_id).at(-1)).toEqual([
    'warn',
    { ...of, ...unsent, broadcast_id: canceled_id },
    'a broadcast was canceled',
  ])
})
