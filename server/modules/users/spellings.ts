import { systemPool } from '../../core/context.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { isOtherForm } from '../subscribers/spellings/other-form.ts'

/** Users per run; the next one continues. */
const MOST_USERS = 500

/** Stores addresses of users in their one form, so they can sign in by any spelling. One that another user has stays as it is. */
export async function rewriteUserSpellings(): Promise<void> {
  const { rows } = await systemPool().query<{ id: number; email: string }>(
    `select id, email from users where ${isOtherForm('email')} order by id limit ${MOST_USERS}`,
  )
  const forms = new Map(rows.map(({ id, email }) => [normalizeEmailAddress(email), { id, email }]))
  const due = [...forms].filter(([canonical, { email }]) => canonical !== email)
  if (due.length === 0) return
  await systemPool().query(
    `update users u set email = d.canonical from unnest($1::int[], $2::text[], $3::text[]) as d(id, email, canonical)
     where u.id = d.id and u.email = d.email and not exists (select from users o where o.email = d.canonical)`,
    [due.map(([, { id }]) => id), due.map(([, { email }]) => email), due.map(([canonical]) => canonical)],
  )
}
