import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import type { Ctx } from '../context.ts'
import type { Tx } from '../write/write.ts'
import type { AuditAction, AuditDetails } from './actions.ts'
import { boundedDetails } from './details.ts'

type Change = { before?: unknown; after?: unknown }
export type Details<Action extends AuditAction> = AuditDetails<Action> & Change & Record<string, unknown>

/** The user or account of an entry. With an account, the transaction belongs to that account. */
export interface AuditSubject {
  account_id?: number | undefined
  user_id?: number | undefined
}

export interface AuditNote<Action extends AuditAction> extends AuditSubject {
  action: Action
  details: Details<Action>
}

/** Writes entries in the transaction of their changes, for jobs that change many accounts. Other code uses `adminWrite`. */
export async function recordEntries<Action extends AuditAction>(
  tx: Tx,
  notes: readonly AuditNote<Action>[],
): Promise<void> {
  const [text, values] = entryStatement(tx, notes)
  await tx.sql.run(text, values)
}

/** Returns the statement that writes entries, and its values. */
export function entryStatement<Action extends AuditAction>(
  { account_id: own, actor, now }: Pick<Ctx, 'account_id' | 'actor' | 'now'>,
  notes: readonly AuditNote<Action>[],
): [text: string, values: unknown[]] {
  const [acted_as, by, ip] =
    actor.kind === 'administrator' ? ['administrator', actor.user_id, actor.ip] : ['service', null, null]
  return [
    `${UNSCOPED}insert into audit_entry (occurred_at, action, acted_as, user_id, email, ip, subject_account_id, subject_user_id, details)
     select $1, n.action, $2, $3, (select email from users where id = $3), $4, n.account_id, n.user_id, n.details
     from unnest($5::text[], $6::int[], $7::int[], $8::jsonb[]) n(action, account_id, user_id, details)`,
    [
      now(),
      acted_as,
      by,
      ip,
      notes.map(({ action }) => action),
      notes.map(({ account_id }) => account_id ?? (own === SERVICE_ACCOUNT ? null : own)),
      notes.map(({ user_id }) => user_id ?? null),
      notes.map(({ details }) => boundedDetails(details)),
    ],
  ]
}
