import type { Tx } from '../../../core/write/write.ts'

interface Published {
  version: number
  state: string
}

/**
 * Locks an automation, and returns its state, published version and `columns` of that version, or undefined without one. Uses two
 * statements: a join would wait for a publication and then see the new version's number without its row.
 */
export async function lockPublished<Columns extends object>(
  tx: Tx,
  { automation_id, lock, columns }: { automation_id: number; lock: 'key share' | 'share'; columns: string },
): Promise<(Published & Columns) | undefined> {
  const automation = await tx.sql.one<Published>(
    `select version, state from automation
     where account_id = $1 and id = $2 and version is not null and deleted_at is null for ${lock}`,
    [automation_id],
  )
  if (!automation) return undefined
  const version = await tx.sql.one<Columns>(
    `select ${columns} from automation_version where account_id = $1 and automation_id = $2 and version = $3`,
    [automation_id, automation.version],
  )
  return version && { ...automation, ...version }
}
