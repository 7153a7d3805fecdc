import { database } from '../../db/client.ts'
import type { Expired } from '../../db/purge.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import type { Credential } from '../credential.ts'

// Counts API requests by day and credential. Processes add their counts every few seconds, as in figures.ts.

interface Use {
  account_id: number
  kind: 'api_key' | 'app'
  subject_id: number
  requests: number
  refused: number
  faults: number
}

const counted = processSingleton('API use', () => ({ uses: new Map<string, Use>() }))

/** Counts a request and its response in this process. The counts are bounded by the credentials in use. */
export function countApiUse({ account_id, actor }: Pick<Credential, 'account_id' | 'actor'>, status: number): void {
  const subject =
    actor.kind === 'api_key'
      ? { kind: 'api_key' as const, subject_id: actor.api_key_id }
      : { kind: 'app' as const, subject_id: actor.app_id }
  add({
    account_id,
    ...subject,
    requests: 1,
    refused: status >= 400 && status < 500 ? 1 : 0,
    faults: status >= 500 ? 1 : 0,
  })
}

function add(use: Use): void {
  const { account_id, kind, subject_id, requests, refused, faults } = use
  const key = `${account_id} ${kind} ${subject_id}`
  const current_use = counted.uses.get(key)
  if (!current_use) {
    counted.uses.set(key, use)
    return
  }
  current_use.requests += requests
  current_use.refused += refused
  current_use.faults += faults
}

/** Adds this process's counts to the current UTC day. Counts that cannot be written wait for the next call. */
export async function writeApiUse(now: Date): Promise<void> {
  const { uses } = counted
  counted.uses = new Map()
  if (uses.size === 0) return
  try {
    // In a fixed order, so statements of two processes do not deadlock. Skips deleted accounts.
    await database().pool.query(
      `insert into api_day as d (account_id, day, kind, subject_id, requests, refused, faults)
       select v.account_id, ($2::timestamptz at time zone 'UTC')::date, v.kind, v.subject_id, v.requests, v.refused, v.faults
       from jsonb_to_recordset($1::jsonb)
         as v(account_id int, kind text, subject_id int, requests int, refused int, faults int)
       join account a on a.id = v.account_id
       order by v.account_id, v.kind, v.subject_id
       on conflict (account_id, day, kind, subject_id) do update set requests = d.requests + excluded.requests,
         refused = d.refused + excluded.refused, faults = d.faults + excluded.faults`,
      [JSON.stringify([...uses.values()]), now],
    )
  } catch (error) {
    for (const use of uses.values()) add(use)
    throw error
  }
}

export const EXPIRED_API_USE: readonly Expired[] = [{ table: 'api_day', where: 'day < $1::date', kept_days: 60 }]
