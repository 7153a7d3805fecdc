import { unscoped } from '../../../db/client.ts'
import { createTag } from '../../../modules/tags/service.ts'
import { tagSubscribers } from '../../../modules/tags/tagging.ts'
import { type TestAccount, testAccount } from '../../account.ts'

/**
 * Creates two tags of one account with subscribers of one and of both. They were tagged with the first on March 1 and with the second on
 * March 2.
 */
export async function twoTags(names = ['Moss', 'Mosses'], sizes: [number, number, number] = [3, 2, 1]) {
  const account = await testAccount()
  const { ctx, account_id } = account
  const [from, into_tag] = [
    (await createTag(ctx, { name: names[0] ?? '' })).value,
    (await createTag(ctx, { name: names[1] ?? '' })).value,
  ]
  const [only_from, only_into, both_count] = sizes
  const rows = await unscoped().subscriber.createManyAndReturn({
    data: Array.from({ length: only_from + only_into + both_count }, (_, at) => ({
      account_id,
      email_address: `lin${at}@example.net`,
    })),
    select: { id: true },
  })
  const ids = rows.map(({ id }) => Number(id))
  const first = ids.slice(0, only_from + both_count)
  const second = ids.slice(only_from)
  const at = (day: number) => ({ ...ctx, now: () => new Date(Date.UTC(2026, 2, day)) })
  const pairs = (tag_id: number, subscriber_ids: number[]) => ({
    pairs: subscriber_ids.map((subscriber_id) => ({ tag_id, subscriber_id })),
  })
  await tagSubscribers(at(1), pairs(from.id, first))
  await tagSubscribers(at(2), pairs(into_tag.id, second))
  return { account, from, into: into_tag, ids, first, second, input: { from_id: from.id, into_id: into_tag.id } }
}

export const taggings = ({ account_id }: TestAccount, tag_id: number) =>
  unscoped().tagging.findMany({ where: { account_id, tag_id }, orderBy: { subscriber_id: 'asc' } })
