import { database } from '../../db/client.ts'
import { FIRST, MANY, OLD, rows, subscribers, type Work } from './many-of.ts'

const action = (id: string, values: Record<string, string>) => ({
  id,
  action: `'{"kind":"untag","tag_id":1}'`,
  selection: `'{"kind":"query","status":"all"}'`,
  total: `${MANY}`,
  until_id: `${FIRST}`,
  created_at: 'now()',
  updated_at: 'now()',
  ...values,
})

/** Work that grows with the subscribers, as do the rows kept for an undo. */
export const GROWING_BULK_ACTIONS: Record<string, Work> = {
  'bulk-actions/work': async (account_id) => {
    const { rows: owners } = await database().pool.query<{ user_id: number }>(
      `select user_id from membership where account_id = $1 and role = 'owner'`,
      [account_id],
    )
    await subscribers(account_id, MANY)
    await rows(account_id, 'tag', 1, { id: '1', name: `'VIP'`, name_folded: `'vip'` })
    await rows(account_id, 'tagging', MANY, { tag_id: '1', subscriber_id: 'n', tagged_at: OLD })
    await rows(account_id, 'bulk_action', 1, action('1', { created_by: `${owners[0]?.user_id}` }))
    return { bulk_action_id: 1 }
  },
  'tag-merges/work': async (account_id) => {
    await subscribers(account_id, MANY)
    await rows(account_id, 'tag', 2, { id: 'n', name: `'VIP ' || n`, name_folded: `'vip ' || n` })
    await rows(account_id, 'tagging', MANY, { tag_id: '1', subscriber_id: 'n', tagged_at: OLD })
    await rows(account_id, 'tag_merge', 1, merge('1'))
    return { tag_merge_id: 1 }
  },
  'bulk-actions/purge-expired': async (account_id) => {
    await subscribers(account_id, MANY)
    await rows(account_id, 'bulk_action', 1, action('1', { state: `'completed'`, ended_at: OLD }))
    await rows(account_id, 'bulk_action_subscriber', MANY, {
      bulk_action_id: '1',
      subscriber_id: 'n',
      changed_at: OLD,
    })
    return undefined
  },
}

/** Requeues part of the rows per round. */
export const LIMITED_BULK_ACTIONS: Record<string, Work> = {
  'tag-merges/requeue-stalled': async (account_id) => {
    await rows(account_id, 'tag_merge', 3_000, merge(`${FIRST} + n`))
    return undefined
  },
  'bulk-actions/requeue-stalled': async (account_id) => {
    await rows(account_id, 'bulk_action', 3_000, action(`${FIRST} + n`, { updated_at: OLD }))
    return undefined
  },
}

const merge = (id: string): Record<string, string> => ({
  id,
  from_tag_id: '1',
  from_name: `'VIP 1'`,
  into_tag_id: '2',
  into_name: `'VIP 2'`,
  created_at: OLD,
  updated_at: OLD,
})

export const WAVES_AND_SPELLINGS: Record<string, Work> = {
  'reputation/decide-waves': async (account_id) => {
    await subscribers(account_id, MANY)
    const wave = { text_key: `'same'`, domain: `''`, sample: `'User unknown'`, subscribers: '1000', since: OLD }
    await rows(account_id, 'bounce_wave', 1, { id: `${FIRST} + n`, ...wave, state: `'applying'`, decided_at: OLD })
    const waiting = { text_key: `'same'`, domain: `''`, wave_id: `${FIRST} + 1`, is_waiting: 'true', at: OLD }
    await rows(account_id, 'text_bounce', MANY, { subscriber_id: 'n', ...waiting })
    return undefined
  },
  'subscribers/rewrite-spellings': async (account_id) => {
    await subscribers(account_id, MANY, { email_address: `'lin' || n || '@xn--mnchen-3ya.example'` })
    return undefined
  },
}
