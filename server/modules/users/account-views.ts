import type { Tx } from '../../core/write/write.ts'

/** Minutes after which an administrator who views an account must start again. */
export const VIEW_MINUTES = 30

/** State of a session while its administrator views an account. */
export interface AccountViewing {
  account_id: number
  account_name: string
  until: Date
}

/** Makes an administrator's session show the account of the transaction, instead of one that it may be showing. */
export async function startView(tx: Tx, { session_id, user_id }: { session_id: string; user_id: number }) {
  const until = new Date(+tx.now() + VIEW_MINUTES * 60_000)
  await tx.sql.run(
    `insert into account_view (session_id, account_id, user_id, started_at, until) values ($2, $1, $3, $4, $5)`,
    [session_id, user_id, tx.now(), until],
  )
  return until
}

/** Ends the view of the transaction's account in a session. Returns whether there was one. */
export async function endView(tx: Tx, { session_id }: { session_id: string }): Promise<boolean> {
  return (await tx.sql.run('delete from account_view where account_id = $1 and session_id = $2', [session_id])) > 0
}
