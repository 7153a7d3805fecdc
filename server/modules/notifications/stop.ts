import { serviceCtx, systemCtx } from '../../core/context.ts'
import { cryptographer } from '../../core/instance/cryptographer.ts'
import { env } from '../../env.ts'

const PURPOSE = 'digest-stop'

interface Member {
  account_id: number
  user_id: number
}

/** Returns the URL that stops a member's digest without signing in. It never expires. */
export const digestStopUrl = ({ account_id, user_id }: Member): string =>
  `${env().APP_URL}/digest/stop/${cryptographer().signToken(PURPOSE, [account_id, user_id])}`

function memberOf(token: string): Member | undefined {
  const [account_id, user_id] = cryptographer().readToken(PURPOSE, token) ?? []
  return typeof account_id === 'number' && typeof user_id === 'number' ? { account_id, user_id } : undefined
}

export interface StoppableDigest {
  account_name: string
  /** The user's language. */
  language: string
  is_on: boolean
}

/** Returns the digest of a link. Undefined: the link is unknown or its member has left. */
export async function findDigest(token: string): Promise<StoppableDigest | undefined> {
  const member = memberOf(token)
  if (!member) return undefined
  return systemCtx(member.account_id).sql.one<StoppableDigest>(
    `select a.name as account_name, coalesce(u.language, 'en') as language, coalesce(s.digest, 'off') <> 'off' as is_on
     from membership m join account a on a.id = m.account_id join users u on u.id = m.user_id
       left join notification_setting s on s.account_id = m.account_id and s.user_id = m.user_id
     where m.account_id = $1 and m.user_id = $2`,
    [member.user_id],
  )
}

/** Stops the digest. Idempotent. Returns whether the link is known. */
export async function stopDigest(token: string): Promise<boolean> {
  const member = memberOf(token)
  if (!member || !(await findDigest(token))) return false
  const { sql } = systemCtx(member.account_id)
  await sql.run(`update notification_setting set digest = 'off' where account_id = $1 and user_id = $2`, [
    member.user_id,
  ])
  serviceCtx().log.info({ account_id: member.account_id, user_id: member.user_id }, 'a digest was stopped by its link')
  return true
}
