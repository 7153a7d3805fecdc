import { randomBytes } from 'node:crypto'
import { clock } from '../core/clock.ts'
import { makeOwnedAccount } from '../demo/owner.ts'
import { createApiKey } from '../modules/api-keys/service.ts'
import { seedInstance } from '../seeding/instance.ts'
import { type SeedProgress, seedAccount, usualBroadcasts } from '../seeding/seed.ts'
import { type Answer, type Command, numeric, UsageError, type Values } from './command.ts'

const MAX_SUBSCRIBERS = 20_000_000
const MAX_ACCOUNTS = 10_000

export const seed: Command = {
  summary: 'fills a new account with subscribers, sends, opens and clicks; --accounts adds many small accounts instead',
  usage:
    'seed --subscribers <number> --days <number> [--broadcasts <number>] [--seed <number>] | --accounts <number> [--seed <number>]',
  options: {
    subscribers: { type: 'string' },
    days: { type: 'string' },
    broadcasts: { type: 'string' },
    seed: { type: 'string' },
    accounts: { type: 'string' },
  },
  async run(values) {
    if (values.accounts !== undefined) return seedAccounts(values)
    const subscribers = numeric(values, 'subscribers', { least: 1, most: MAX_SUBSCRIBERS, otherwise: 10_000 })
    const days = numeric(values, 'days', { least: 1, most: 3_650, otherwise: 365 })
    const broadcasts = numeric(values, 'broadcasts', {
      least: 0,
      most: Math.floor(days / 2),
      otherwise: usualBroadcasts({ subscribers, days }),
    })
    const random_seed = numeric(values, 'seed', { least: 0, most: 1_000_000, otherwise: 1 })
    const password = randomBytes(9).toString('base64url')
    const email_address = `seed-${randomBytes(4).toString('hex')}@studio-north.example`
    const account_name = `Seeded with ${count(subscribers)}`
    const owner = { email_address, password, account_name, name: 'Sam Seed', time_zone: 'Europe/Stockholm' }
    const { ctx } = await makeOwnedAccount(owner)
    // Printed first, because an interrupted run also leaves an account, which someone must be able to open.
    process.stderr.write(`Sign in  ${email_address}  ${password}\n`)
    const began = performance.now()
    const seeded = await seedAccount(ctx, { subscribers, days, broadcasts, random_seed, on_progress: progressBar() })
    const seconds = Math.round((performance.now() - began) / 100) / 10
    const { key } = await createApiKey(ctx, { name: 'Made by seed', scope: 'public' })
    const { account_id } = ctx
    return {
      lines: [
        `Account ${account_id}: ${count(seeded.subscribers)} subscribers, ${count(seeded.deliveries)} sends, ${count(seeded.engagements)} opens and clicks in ${seconds} s`,
        `Sign in  ${email_address}  ${password}`,
        `API key  ${key}`,
      ],
      data: { account_id, email_address, password, api_key: key, seconds, ...seeded },
    }
  },
}

/** Creates accounts for trying the pages of administrators. */
async function seedAccounts(values: Values): Promise<Answer> {
  const alone = ['subscribers', 'days', 'broadcasts'].find((name) => values[name] !== undefined)
  if (alone) throw new UsageError(`--accounts adds accounts of different sizes, so --${alone} cannot be given with it`)
  const accounts = numeric(values, 'accounts', { least: 1, most: MAX_ACCOUNTS, otherwise: 200 })
  const random_seed = numeric(values, 'seed', { least: 0, most: 1_000_000, otherwise: 1 })
  const made = await seedInstance({ accounts, random_seed, now: clock.now() })
  return {
    lines: [
      `${count(made.accounts)} accounts with ${count(made.users)} users and ${count(made.subscribers)} subscribers`,
    ],
    data: made,
  }
}

const count = (number: number) => number.toLocaleString('en')

/** Shown on a terminal only, because a file or a program needs only the result. */
function progressBar(): (progress: SeedProgress) => void {
  return ({ step, done, total }) => {
    if (!process.stderr.isTTY) return
    process.stderr.write(`\r${step} ${Math.floor((100 * done) / total)} % ${done === total ? '\n' : ''}`)
  }
}
