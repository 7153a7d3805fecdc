import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { write } from '../../../core/write/write.ts'
import { database, unscoped } from '../../../db/client.ts'
import { withConnection } from '../../../db/connections/connection-use.ts'
import { whileLocked } from '../../../db/connections/transaction-lock.ts'
import type { Prisma } from '../../../db/generated/client.ts'
import { env } from '../../../env.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { setAdministrator } from '../../users/service.ts'

// A new instance belongs to its operator, so only the link printed at the start creates the first account.

const NO_ACCOUNT_YET = 'No account exists yet. Open the link that Envoi printed when it started'
const LINK_USED = 'This link was used: the first account exists. Sign in, or ask its owner for an invitation'
const PURPOSE = 'first account'
const LOCK = { key: String(0x656e7604), name: 'Sign-ups for the first account' }

/** URL of the database in which this process has seen a user. */
const seen = processSingleton('first user', (): { url?: string } => ({}))

export async function hasUsers(): Promise<boolean> {
  const { url } = database()
  if (seen.url !== url && (await unscoped().user.findFirst({ select: { id: true } }))) seen.url = url
  return seen.url === url
}

/** Returns the link that creates the first account. It is the same at every start, and works until a user exists. */
export const firstAccountUrl = (): string => `${env().APP_URL}/sign-up?first=${token()}`

/** Returns whether `first` is the link's token. */
export const isFirstLink = (first: string | undefined): boolean =>
  first !== undefined && cryptographer().readToken(PURPOSE, first) !== undefined

const token = () => cryptographer().signToken(PURPOSE, [1])

/**
 * Creates a user with an account, if there is no user yet and this is the link's token, and makes the user an administrator. All in one
 * transaction: the link works only once, so an instance must not be left with an account without an administrator. Throws invalid.
 */
export async function createFirst(
  ctx: Ctx,
  { first, email_address }: { first: string | undefined; email_address: string },
  prepare: () => Promise<Prisma.UserCreateInput>,
): Promise<void> {
  if (!isFirstLink(first)) throw invalid(NO_ACCOUNT_YET)
  await withConnection(database().long.pool, (client) =>
    whileLocked(client, LOCK, async () => {
      if (await hasUsers()) throw invalid(LINK_USED)
      const data = await prepare()
      await write(ctx, async (tx) => {
        await tx.db.user.create({ data })
        await setAdministrator(tx, { email_address, is_admin: true })
      })
    }),
  )
}
