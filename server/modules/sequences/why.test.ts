import { expect, test } from 'vitest'
import { dashboard } from '../../testing/dashboard.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { sequenceFixture } from '../../testing/modules/sequences.ts'

test('a sequence email says why a subscriber got it, waits for it, or will not get it', async () => {
  const { account, ctx, id: sequence_id, at, email, join } = await sequenceFixture(2)
  const app = dashboard(account).sequences
  const first = await email({ delay_value: 0 })
  const second = await email({ subject: 'Day two' })
  const draft = await email({ subject: 'Draft', published: false })
  await join()
  await at('2026-01-14T09:00:05Z')
  await addSubscribers(account, 1, 'outside')
  await ctx.sql.run(`update subscriber set created_at = '2026-01-01' where account_id = $1`)
  const why = (id: number, email_address = 'subscriber1@example.net') => app.why({ sequence_id, id, email_address })
  expect(await why(first)).toMatchObject({ got: 'yes', summary: 'The mail server accepted the message.' })
  expect(await why(second)).toMatchObject({ got: 'not_yet', summary: 'It is the next email for them.' })
  expect((await why(second)).decisions.at(-1)?.at).toBe('2026-01-15T11:00:00Z')
  expect(await why(draft)).toMatchObject({
    got: 'no',
    summary: 'The email is not published, so the sequence skips it.',
  })
  expect(await why(first, 'outside1@example.net')).toMatchObject({
    got: 'no',
    summary: 'They were never added to the sequence “Welcome”, or were removed from it.',
  })
  await app.update({ id: sequence_id, active: false })
  expect((await why(second)).summary).toBe('The sequence is paused. They keep their position.')
})

test('a subscriber whom the sequence excludes sees that as the reason', async () => {
  const { account, ids, ctx, id: sequence_id, at, email, join } = await sequenceFixture(1)
  const app = dashboard(account).sequences
  const id = await email({ delay_value: 0 })
  const tag = await ctx.db.tag.create({ data: { account_id: account.account_id, name: 'Done', name_folded: 'done' } })
  await ctx.sql.run('insert into tagging (account_id, tag_id, subscriber_id) values ($1, $2, $3)', [tag.id, ids[0]])
  await app.update({ id: sequence_id, exclude_subscriber_sources: [{ type: 'tag', ids: [tag.id] }] })
  await join()
  await at('2026-01-14T09:00:05Z')
  const { got, summary, decisions } = await app.why({ sequence_id, id, subscriber_id: ids[0] })
  expect([got, summary]).toEqual(['no', 'The sequence excludes them by tag, segment, form or sequence.'])
  expect(decisions.at(-1)?.at).toBe('2026-01-14T09:00:05Z')
})

test('an email published or moved before the position of a subscriber says that they skip it', async () => {
  const { account, ctx, id: sequence_id, at, email, join } = await sequenceFixture(1)
  await ctx.sql.run(`update subscriber set created_at = '2026-01-01' where account_id = $1`)
  const app = dashboard(account).sequences
  const early = await email({ subject: 'Early', published: false })
  const passed = await email({ subject: 'One' })
  await email({ subject: 'Two' })
  await join()
  await at('2026-01-15T11:00:05Z')
  const why = (id: number) => app.why({ sequence_id, id, email_address: 'subscriber1@example.net' })
  expect((await why(passed)).got).toBe('yes')
  await app.updateEmail({ sequence_id, id: early, published: true })
  expect(await why(early)).toMatchObject({
    got: 'no',
    summary: 'They were past its position when it was published or moved, so they skip it.',
  })
})
