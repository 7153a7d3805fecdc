import type { Ctx } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, type OwnRows, putBack } from '../deleted-records/service.ts'
import { deleteTemplate, getTemplate, USING_TABLES } from './editing.ts'

const ROWS: readonly OwnRows[] = [{ table: 'email_template', where: 't.id = $3' }]

/** The places of rows that chose a template, by table. */
type Users = Record<string, string[]>

/** Deletes a template of the creator. An undo gives it back to the emails that chose it. Throws not_found, or invalid. */
export const removeTemplate = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'email_template',
    lock: async (tx) => {
      await getTemplate(tx, input)
      return true
    },
    rows: ROWS,
    remember: (tx) => findUsers(tx, input.id),
    remove: (tx) => deleteTemplate(tx, input),
  })

/** Throws conflict. Emails that got another template since keep that. */
export function undeleteTemplate(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
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
