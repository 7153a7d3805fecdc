import { database } from '../../db/client.ts'
import { manyRows } from '../../testing/database/many-rows.ts'
import { accounts, FIRST, OLD, rows, subscribers, type Work } from './many-of.ts'

/** Work left by administrators' views and tests, with a limit per round. */
export const ENDED_BY_ADMINISTRATORS: Record<string, Work> = {
  'admin/end-views': async (account_id) => {
    const viewer = `(select user_id from membership where account_id = ${account_id} limit 1)`
    const session = `md5('view ' || n)::uuid`
    await manyRows('session', 300, { id: session, user_id: viewer })
    await rows(account_id, 'account_view', 300, { session_id: session, user_id: viewer, started_at: OLD, until: OLD })
    return undefined
  },
  'installs/remove-ended-tests': async () => {
    await manyRows('app', 1, { id: `${FIRST} + 9`, client_id: `'many 9'` })
    const times = { started_at: OLD, expires_at: OLD }
    await accounts('test_install', 120, { app_id: `${FIRST} + 9`, started_by: '1', ...times })
    return undefined
  },
  'automation-templates/remove-ended-tests': async () => {
    const of = { template_id: `${FIRST} + 9`, version: '1', automation_id: '0', started_by: '1' }
    await accounts('automation_template_test', 120, { ...of, started_at: OLD, expires_at: OLD })
    return undefined
  },
}

export const DELETED_ACCOUNTS: Record<string, Work> = {
  'deletion/delete-accounts': async (account_id) => {
    await subscribers(account_id, 6_000)
    const times = { scheduled_at: OLD, deletes_at: OLD }
    await rows(account_id, 'account_deletion', 1, { account_name: `'Studio'`, by_administrator: 'false', ...times })
    await database().pool.query(`update account set deletes_at = ${OLD} where id = $1`, [account_id])
    return undefined
  },
}
