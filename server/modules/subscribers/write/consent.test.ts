import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { upsertSubscriber } from '../service.ts'

test('a record of consent can be added and deleted, and never changed [L3]', async () => {
  const { ctx } = await testAccount()
  const consent_text = 'Asked me in the shop on Monday'
  const { value } = await upsertSubscriber(ctx, { email_address: 'lin@example.net', consent_text })
  const stored = () => ctx.db.consent.findMany({ where: { subscriber_id: value.id } })
  const before = await stored()
  expect(before).toMatchObject([{ text: consent_text }])
  const changing = `update consent set text = 'Agreed to everything' where account_id = $1 and subscriber_id = $2`
  await expect(ctx.sql.run(changing, [value.id])).rejects.toThrow('A consent record cannot be changed')
  expect(await stored()).toEqual(before)
})
