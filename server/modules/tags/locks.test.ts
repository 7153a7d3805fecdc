import { expect, test, vi } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { testAccount } from '../../testing/account.ts'
import { aside, duringTransaction } from '../../testing/database/during-transaction.ts'
import { imported } from '../../testing/modules/imports.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { requestUndo, undoSlice } from '../imports/undo/undo.ts'
import { eraseSubscriber } from '../privacy/erase.ts'
import { upsertSubscriber } from '../subscribers/service.ts'
import { addTaggings } from './bulk.ts'
import { tagSubscriber } from './one-statement.ts'
import { createTag, createTags, deleteTags, renameTag } from './service.ts'
import { tagSubscribers, untagSubscribers } from './tagging.ts'

// Deletions and sets take locks in one order: subscribers, names of tags, tags, taggings. Each test pauses a transaction in the middle.

const creating = (...names: string[]) => ({ items: names.map((name) => ({ name })) })
const tagOf = async (ctx: Ctx, name: string) => (await createTag(ctx, { name })).value.id
const subscriberOf = async (ctx: Ctx, email_address: string) =>
  (await upsertSubscriber(ctx, { email_address })).value.id

/** Starts work on another connection. Returns when it has ended, or when its statement with this text waits for a lock. */
async function begun<T>(ctx: Ctx, statement: string, work: () => Promise<T>) {
  let isEnded = false
  const [result] = [Promise.allSettled([aside(work).finally(() => (isEnded = true))])]
  const waits = () =>
    ctx.sql.one(
      `select 1 from pg_stat_activity where $1::int is not null and wait_event_type = 'Lock' and query like $2
         and query not like '%pg_stat_activity%' and datname = current_database() limit 1`,
      [`%${statement}%`],
    )
  await vi.waitUntil(async () => isEnded || (await aside(waits)) !== undefined, { ...PATIENCE, interval: 5 })
  return async () => (await result)[0]
}

test('creating sets of tags while a shared tag is deleted cannot deadlock', async () => {
  const { ctx } = await testAccount()
  const id = await tagOf(ctx, 'a')
  const pending_sets: (() => Promise<PromiseSettledResult<unknown>>)[] = []
  const waiting_set = await duringTransaction(
    ctx,
    (tx) => createTags(tx, creating('a', 'c')),
    () => createTags(ctx, creating('a', 'b', 'c', 'd')),
    async () => {
      pending_sets.push(await begun(ctx, 'delete from tag t', () => deleteTags(ctx, { items: [{ id }] })))
      pending_sets.push(await begun(ctx, 'insert into tag', () => createTags(ctx, creating('d', 'c', 'b', 'a'))))
    },
  )
  expect(waiting_set.status).toBe('fulfilled')
  for (const other of pending_sets) expect((await other()).status).toBe('fulfilled')
  expect(await ctx.db.tag.count()).toBeGreaterThanOrEqual(3)
})

test('creating a set of tags returns tags that others created while it waited, even if a deletion waits for them', async () => {
  const { ctx } = await testAccount()
  const result = await duringTransaction(
    ctx,
    (tx) => tx.sql.run(`insert into tag (account_id, name, name_folded) values ($1, 'd', $2)`, ['d']),
    async () => {
      let created: (() => Promise<PromiseSettledResult<unknown>>) | undefined
      await write(ctx, async (tx) => {
        await createTags(tx, creating('c'))
        created = await begun(ctx, 'insert into tag', () => createTags(ctx, creating('c', 'd')))
      })
      return created?.()
    },
    async () => {
      const id = await tagOf(ctx, 'c')
      await begun(ctx, 'delete from tag t', () => deleteTags(ctx, { items: [{ id }] }))
    },
  )
  expect(result).toMatchObject({ value: { value: { rows: [{ name: 'c' }, { name: 'd' }] } } })
})

test('two concurrent renames that swap names are rejected without a deadlock', async () => {
  const { ctx } = await testAccount()
  const [a, b] = [await tagOf(ctx, 'a'), await tagOf(ctx, 'b')]
  let second: Promise<unknown> | undefined
  const first = duringTransaction(
    ctx,
    (tx) => renameTag(tx, { id: a, name: 'c' }),
    () => (second = renameTag(ctx, { id: b, name: 'a' })),
    (tx) => renameTag(tx, { id: a, name: 'b' }),
  )
  await expect(first).rejects.toThrow('Name has already been taken')
  await expect(second).rejects.toThrow('Name has already been taken')
})

test('a deletion of tags locks all its tags before it deletes a tagging, so it cannot block undoing, erasing or untagging', async () => {
  const { ctx } = await testAccount()
  const first = await tagOf(ctx, 'First')
  const { id } = await imported(ctx, 'Email,Tags\nada@x.example,Second\nben@x.example,Second\n')
  const second = await tagOf(ctx, 'Second')
  const [ada, ben, cy] = [
    await subscriberOf(ctx, 'ada@x.example'),
    await subscriberOf(ctx, 'ben@x.example'),
    await subscriberOf(ctx, 'cy@x.example'),
  ]
  const imported_file = await imported(ctx, 'Email,Tags\ncy@x.example,Second\n')
  const undo = async (tx: Tx, import_id: number) => {
    await requestUndo(tx, { id: import_id })
    // A separate connection analyzes tables before the first batch.
    await aside(() => undoSlice(tx, { id: import_id }))
  }
  const removals: Record<string, (tx: Tx) => Promise<unknown>> = {
    untagging: (tx) => untagSubscribers(tx, { pairs: [{ tag_id: second, subscriber_id: ada }] }),
    'undoing a change': (tx) => undo(tx, imported_file.id),
    erasing: (tx) => eraseSubscriber(tx, { id: ben, email_address: 'ben@x.example' }),
    'undoing a creation': (tx) => undo(tx, id),
  }
  for (const [name, removal] of Object.entries(removals)) {
    await tagSubscribers(ctx, { pairs: [{ tag_id: first, subscriber_id: cy }] })
    const rollback = new Error('Not kept')
    let deletion: (() => Promise<PromiseSettledResult<unknown>>) | undefined
    const removal_work = write(ctx, async (tx) => {
      await removal(tx)
      deletion = await begun(ctx, 'delete from tag t', () =>
        write(ctx, async (other) => {
          await deleteTags(other, { items: [{ id: first }, { id: second }] })
          throw rollback
        }),
      )
      await tx.sql.rows('select 1 from tagging where account_id = $1 and tag_id = $2 for update', [first])
      throw rollback
    })
    await expect(removal_work, name).rejects.toBe(rollback)
    expect(await deletion?.(), name).toMatchObject({ status: 'rejected', reason: rollback })
  }
})

test('tagging that waits for a subscriber locks no tag', async () => {
  const { ctx } = await testAccount()
  const tag_id = await tagOf(ctx, 'Beta')
  const id = await subscriberOf(ctx, 'ada@x.example')
  const taggings: (() => Promise<unknown>)[] = [
    () => tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: id }] }),
    () => addTaggings(ctx, { items: [{ tag_id, subscriber_id: id }] }),
    () => tagSubscriber(ctx, { tag_id, id }),
  ]
  for (const tagging of taggings) {
    const tagging_work = await duringTransaction(
      ctx,
      (tx) => tx.sql.rows('select 1 from subscriber where account_id = $1 and id = $2 for update', [id]),
      tagging,
      (tx) => tx.sql.rows('select 1 from tag where account_id = $1 and id = $2 for update nowait', [tag_id]),
    )
    expect(tagging_work.status).toBe('fulfilled')
  }
})
