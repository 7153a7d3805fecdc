import { randomBytes } from 'node:crypto'
import { serviceCtx, systemCtx } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { unscoped } from '../db/client.ts'
import { makeOwnedAccount } from '../demo/owner.ts'
import { parseEmailAddress } from '../lib/text/email-address.ts'
import { SCOPES } from '../modules/api-keys/schema.ts'
import { createApiKey } from '../modules/api-keys/service.ts'
import { setAdministrator } from '../modules/users/service.ts'
import { type Command, required, UsageError, type Values } from './command.ts'

export const createAccount: Command = {
  summary: 'makes an account and its owner',
  usage:
    'account create --email <address> [--name <user>] [--account-name <name>] [--time-zone <zone>] [--password <text>]',
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    'account-name': { type: 'string' },
    'time-zone': { type: 'string' },
    password: { type: 'string' },
  },
  async run(values) {
    const email_address = emailOf(values)
    const given = values.password as string | undefined
    if (given !== undefined && given.length < 10) throw new UsageError('--password must have at least 10 characters')
    const password = given ?? randomBytes(12).toString('base64url')
    const name = (values.name as string | undefined) ?? email_address.split('@')[0] ?? email_address
    const account_name = (values['account-name'] as string | undefined) ?? name
    const time_zone = (values['time-zone'] as string | undefined) ?? 'UTC'
    if (!isTimeZone(time_zone))
      throw new UsageError(`--time-zone ${time_zone} is not an IANA time zone, such as Europe/Oslo`)
    const { ctx, is_new_user } = await makeOwnedAccount({ email_address, name, password, account_name, time_zone })
    const { account_id } = ctx
    const new_password = is_new_user ? { password } : {}
    return {
      lines: [
        `Account ${account_id} belongs to ${email_address}.`,
        is_new_user ? `Password: ${password}` : 'They sign in with their existing password.',
      ],
      data: { account_id, email_address, ...new_password },
    }
  },
}

export const createKey: Command = {
  summary: 'makes an API key, which is shown this once',
  usage: `key create --account <id> | --email <owner> [--name <name>] [--scope ${SCOPES.join('|')}]`,
  options: {
    account: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
    scope: { type: 'string' },
  },
  async run(values) {
    const account_id = await accountOf(values)
    const scope = SCOPES.find((known) => known === (values.scope ?? 'public'))
    if (!scope) throw new UsageError(`--scope is one of ${SCOPES.join(', ')}`)
    const name = (values.name as string | undefined) ?? 'Made by npm run envoi'
    const { id, key } = await createApiKey(systemCtx(account_id), { name, scope })
    return { lines: [key], data: { account_id, id, name, scope, key } }
  },
}

export const grantAdmin: Command = {
  summary: 'makes a user an administrator of this instance; --revoke takes it back',
  usage: 'admin grant --email <address> [--revoke]',
  options: { email: { type: 'string' }, revoke: { type: 'boolean', default: false } },
  async run(values) {
    const email = emailOf(values)
    const is_admin = values.revoke !== true
    const isKnown = await setAdministrator(serviceCtx(), { email_address: email, is_admin })
    if (!isKnown) throw invalid(`No user signs in as ${email}`)
    return { lines: [`${email} is ${is_admin ? 'an' : 'no'} administrator.`], data: { email_address: email, is_admin } }
  },
}

/** Returns the account of `--account`, or the account owned by the user of `--email`. */
export async function accountOf(values: Values): Promise<number> {
  if (values.account !== undefined) {
    const id = Number(values.account)
    const account = Number.isInteger(id)
      ? await unscoped().account.findUnique({ where: { id }, select: { id: true } })
      : null
    if (account) return account.id
    throw invalid(`There is no account ${values.account}`)
  }
  if (values.email === undefined) throw new UsageError('--account or --email is missing')
  const email = emailOf(values)
  const owned = await unscoped().membership.findMany({ where: { role: 'owner', user: { email } } })
  const [only] = owned
  if (only && owned.length === 1) return only.account_id
  const ids = owned.map(({ account_id }) => account_id).join(', ')
  throw invalid(ids ? `${email} owns the accounts ${ids}: name one with --account` : `${email} owns no account`)
}

function emailOf(values: Values): string {
  const email = parseEmailAddress(required(values, 'email'))
  if (email !== undefined) return email
  throw new UsageError(`--email ${values.email} is not an email address`)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
