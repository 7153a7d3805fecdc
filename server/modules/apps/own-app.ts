import { conflict, notFound } from '../../core/errors.ts'
import type { Tx } from '../../core/write.ts'
import type { AppRow } from './directory.ts'

/** Two changes of one app follow each other. Throws not_found for another account's. */
export async function lockOwnApp(tx: Tx, id: number): Promise<AppRow> {
  await tx.sql.one('select id from app where account_id = $1 and id = $2 for update', [id])
  const app = await tx.db.app.findFirst({ where: { id, deleted_at: null } })
  if (!app) throw notFound()
  return app
}

/** What a reviewer looks at stays as it is. Throws conflict for an app in review, not_found. */
export async function lockEditable(tx: Tx, id: number): Promise<AppRow> {
  const app = await lockOwnApp(tx, id)
  if (app.status === 'in_review') throw conflict('The app is in review. Withdraw it to change it.')
  return app
}
