import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { addEmail } from '../../../testing/automations/automation.ts'
import { addNamed, liveAutomation } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { unsubscribe } from '../../subscribers/service.ts'
import { advanceAutomation } from '../running/advance.ts'

const MINUTE_MS = 60_000
const DAY = 1_440

test('emails that automations will certainly send are listed with their times, up to what is not certain', async () => {
  const account = await testAccount()
  const { ctx } = account
  let now = Date.parse('2026-11-23T10:00:00Z')
  ctx.now = () => new Date(now)
  const call = dashboard(account).automations
  const [lin = 0] = await addNamed(account, ['Lin'])
  const { id, publish } = await liveAutomation(account, {})
  const emails = [
    await addEmail(account, { automation_id: id, subject: 'Hello {{ subscriber.first_name }}' }),
    await addEmail(account, { automation_id: id, subject: 'Week two' }),
    await addEmail(account, { automation_id: id, subject: 'Unknown' }),
  ]
  const send = (step: string, at: number, next: string | null) => ({
    id: step,
    kind: 'action',
    action: { type: 'send_email', email_id: emails[at] },
    next,
  })
  const wait = (step: string, given: object, next: string) => ({ id: step, kind: 'wait', wait: given, next })
  const version = await publish({
    steps: [
      wait('a', { for: 'duration', minutes: 2 * DAY }, 'b'),
      send('b', 0, 'c'),
      wait('c', { for: 'weekday', weekdays: ['monday'], at: '09:00', zone: 'account' }, 'd'),
      send('d', 1, 'e'),
      { id: 'e', kind: 'condition', filter: { all: [] }, yes: 'f', no: null },
      send('f', 2, null),
    ],
  })
  await ctx.sql.run(
    `insert into automation_version_email (account_id, automation_id, version, email_id, subject, content)
     select account_id, automation_id, $3, id, subject, content from automation_email where account_id = $1 and automation_id = $2`,
    [id, version],
  )
  const upcoming = async () =>
    (await call.upcoming({ subscriber_id: lin })).map(({ subject, due_at, step_id }) => [step_id, subject, due_at])
  expect(await upcoming()).toEqual([])
  await call.addSubscribers({ id, subscriber_ids: [lin] })
  const expected = [
    ['b', 'Hello Lin', '2026-11-25T10:00:00Z'],
    ['d', 'Week two', '2026-11-30T08:00:00Z'],
  ]
  expect(await upcoming()).toEqual(expected)
  await advanceAutomation(ctx, { id, work_ms: 60_000 })
  now += DAY * MINUTE_MS
  expect(await upcoming()).toEqual(expected)
  // The rest of a duration does not pass during a pause. The day in the week stays.
  await call.pause({ id })
  expect((await upcoming()).map(([, , due_at]) => due_at)).toEqual([null, null])
  now += DAY * MINUTE_MS
  await call.resume({ id })
  expect(await upcoming()).toEqual([['b', 'Hello Lin', '2026-11-26T10:00:00Z'], expected[1]])
  await ctx.db.subscriber.updateMany({ where: { id: lin }, data: { paused_until: new Date('2026-11-28T00:00:00Z') } })
  const skipped = (await call.upcoming({ subscriber_id: lin })).map((email) => email.skipped)
  expect(skipped).toEqual(['paused', null])
  expect(await dashboard(await testAccount()).automations.upcoming({ subscriber_id: lin })).toEqual([])
  await unsubscribe(ctx, { id: lin })
  expect(await upcoming()).toEqual([])
})
