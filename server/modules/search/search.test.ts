import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { createSequence } from '../sequences/service.ts'
import { findRecent, findRecords } from './service.ts'

test('records are found by all words of the query, names that begin with it first', async () => {
  const { ctx } = await testAccount()
  const names = (text: string) =>
    findRecords(ctx, { text }).then((rows) => rows.map(({ kind, name }) => `${kind} ${name}`))
  for (const name of ['Spring course', 'Course of the year', '100% course', 'Winter_tale'])
    await ctx.db.tag.create({
      data: { account_id: ctx.account_id, name, name_folded: name.toLowerCase(), created_at: ctx.now() },
    })
  await ctx.db.segment.create({ data: { account_id: ctx.account_id, name: 'Course buyers', definition: { all: [] } } })

  expect(await names('course')).toEqual([
    'tag Course of the year',
    'tag 100% course',
    'tag Spring course',
    'segment Course buyers',
  ])
  expect(await names('YEAR cou')).toEqual(['tag Course of the year'])
  // Wildcards of patterns are ordinary characters here.
  expect(await names('0% c')).toEqual(['tag 100% course'])
  expect(await names('r_t')).toEqual(['tag Winter_tale'])
  expect(await names('\\%')).toEqual([])
})

test('recent records are listed by last change, without deleted and unnamed ones', async () => {
  const account = await testAccount()
  const { account_id, db } = account.ctx
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 12, minute))
  // The template that every account has.
  await db.emailTemplate.updateMany({ data: { updated_at: at(0) } })
  for (const [minute, name] of ['One', 'Two', 'Three', 'Four'].entries())
    await db.segment.create({ data: { account_id, name, definition: { all: [] }, updated_at: at(2 * minute + 1) } })
  const { id } = await createSequence(account.ctx, { name: 'Gone' })
  await db.sequence.updateMany({ where: { id }, data: { deleted_at: at(1) } })
  await db.broadcast.create({ data: { account_id, subject: 'Kilns', updated_at: at(4) } })
  await db.broadcast.create({ data: { account_id, subject: '', updated_at: at(30) } })
  const shown = (await findRecent(account.ctx)).map(({ kind, name }) => `${kind} ${name}`)
  expect(shown).toEqual([
    'segment Four',
    'segment Three',
    'broadcast Kilns',
    'segment Two',
    'segment One',
    'template Classic',
  ])
  expect((await findRecent((await testAccount()).ctx)).map(({ name }) => name)).toEqual(['Classic'])
})

test('at most five records of a kind are found, and none of another account', async () => {
  const [{ ctx }, other] = [await testAccount(), await testAccount()]
  for (const { account_id, db, now } of [ctx, other.ctx])
    await db.tag.createMany({
      data: [...'abcdefg'].map((end) => ({
        account_id,
        name: `Tag ${end}`,
        name_folded: `tag ${end}`,
        created_at: now(),
      })),
    })
  const found = await findRecords(ctx, { text: 'tag' })
  expect(found.map(({ name }) => name)).toEqual(['Tag g', 'Tag f', 'Tag e', 'Tag d', 'Tag c'])
  const mine = await ctx.db.tag.findMany({ select: { id: true } })
  expect(mine.map(({ id }) => id)).toEqual(expect.arrayContaining(found.map(({ id }) => id)))
})

test('emails of sequences and automations, custom fields and images are found, but not deleted ones', async () => {
  const account = await testAccount()
  const { account_id, db, now } = account.ctx
  const sequence = await createSequence(account.ctx, { name: 'Onboarding' })
  const timing = { delay_value: 1, delay_unit: 'days' }
  const step = { account_id, sequence_id: sequence.id, subject: 'How the kiln works', ...timing }
  const first = await db.sequenceEmail.create({ data: { ...step, position: 0 } })
  await db.sequenceEmail.create({ data: { ...step, deleted_at: now() } })
  const automation = await dashboard(account).automations.create({ name: 'Visitors', kind: 'visual' })
  const second = await db.automationEmail.create({
    data: { account_id, automation_id: automation.id, subject: 'Your kiln is warm' },
  })
  const field = await dashboard(account).custom_fields.create({ label: 'Kiln size' })
  const picture = { account_id, is_animated: false, width: 1, height: 1, bytes: 1, sizes: [], state: 'ready' }
  const shown = await db.mediaPicture.create({
    data: { ...picture, key: `kiln-${account_id}`, digest: 'a', name: 'img_20.jpg', alt: 'The kiln at dawn' },
  })
  await db.mediaPicture.create({
    data: { ...picture, key: `gone-${account_id}`, digest: 'b', name: 'kiln.jpg', state: 'removing' },
  })
  expect(await findRecords(account.ctx, { text: 'kiln' })).toEqual([
    { kind: 'sequence_email', id: first.id, parent_id: sequence.id, name: 'How the kiln works' },
    { kind: 'automation_email', id: second.id, parent_id: automation.id, name: 'Your kiln is warm' },
    { kind: 'custom_field', id: field.id, parent_id: null, name: 'Kiln size' },
    { kind: 'picture', id: shown.id, parent_id: null, name: 'img_20.jpg · The kiln at dawn' },
  ])
  expect(await findRecords(account.ctx, { text: 'dawn img' })).toMatchObject([{ id: shown.id }])
  await db.sequence.updateMany({ data: { deleted_at: now() } })
  await db.automation.updateMany({ data: { deleted_at: now() } })
  expect(await findRecords(account.ctx, { text: 'kiln' })).toMatchObject([
    { kind: 'custom_field' },
    { kind: 'picture' },
  ])
})
