import type { Ctx } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, type OwnRows, putBack } from '../deleted-records/service.ts'
import { deleteTemplate, getTemplate, requireRoom, USING_TABLES } from './editing.ts'

const ROWS: readonly OwnRows[] = [{ table: 'email_template', where: 't.id = $3' }]

/** Keys of the rows that chose a template, by table. */
type Users = Record<string, string[]>

/** Emails that may be sent before an undo, with the default template. */
const IS_USED = `(
  exists (select from broadcast b where b.account_id = $1 and b.email_template_id = $2 and b.status in ('scheduled', 'sending'))
  or exists (select from sequence_email e join sequence s on s.account_id = $1 and s.id = e.sequence_id
    where e.account_id = $1 and e.published and e.deleted_at is null and s.active and s.deleted_at is null
      and coalesce(e.email_template_id, s.email_template_id) = $2)
  or exists (select from automation_version_email v join automation a on a.account_id = $1 and a.id = v.automation_id
    where v.account_id = $1 and v.email_template_id = $2 and a.state = 'live' and a.deleted_at is null))`

/**
 * Deletes a creator's template. An undo gives it back to the emails that chose it, unless one may be sent soon. Throws not_found, or
 * invalid.
 */
export const deleteTemplateWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'email_template',
    lock: async (tx) => {
      await getTemplate(tx, input)
      const found = await tx.sql.one<{ is_used: boolean }>(`select ${IS_USED} as is_used`, [input.id])
      return !found?.is_used
    },
    rows: ROWS,
    remember: (tx) => findUsers(tx, input.id),
    remove: (tx) => deleteTemplate(tx, input),
  })

/** Throws conflict, or invalid if the account now has too many templates. Emails that got another template since keep that one. */
export function undeleteTemplate(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    await requireRoom(tx)
    const { id, also } = await putBack<Users>(tx, input, { kind: 'email_template', rows: ROWS })
    for (const { table, key } of USING_TABLES)
      await tx.sql.run(
        `update ${table} t set email_template_id = $2
         where t.account_id = $1 and t.email_template_id is null and ${key} = any ($3::text[])`,
        [id, also[table] ?? []],
      )
  })
}

async function findUsers(tx: Tx, id: number): Promise<Users> {
  const users: Users = {}
  for (const { table, key } of USING_TABLES) {
    const rows = await tx.sql.rows<{ key: string }>(
      `select ${key} as key from ${table} t where t.account_id = $1 and t.email_template_id = $2`,
      [id],
    )
    users[table] = rows.map((row) => row.key)
  }
  return users
}
