import { Prisma } from './generated/client.ts'

type Args = Record<string, unknown>

/** Account id of rows and events of the service itself. No account has it. */
export const SERVICE_ACCOUNT = 0

/** Second safeguard of tenancy (decision 0008): limits every query to one account. */
export function scope(account_id: number) {
  return Prisma.defineExtension({
    name: `account ${account_id}`,
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          if (!OWNED.has(model)) {
            if (account_id === SERVICE_ACCOUNT) return query(args)
            throw new Error(`${model} belongs to no account; use the service's context`)
          }
          return query(narrow(operation, (args ?? {}) as Args, account_id, ACCOUNT_KEY[model]) as typeof args)
        },
      },
    },
  })
}

/** Models with an account_id column, and Account itself. */
const OWNED = new Set<string>(
  Object.values(Prisma.ModelName).filter((model) => {
    const columns = (Prisma as unknown as Record<string, Record<string, string>>)[`${model}ScalarFieldEnum`]
    return model === 'Account' || Boolean(columns && 'account_id' in columns && model !== 'Session')
  }),
)
const ACCOUNT_KEY: Record<string, string | undefined> = { Account: 'id' }

function narrow(operation: string, args: Args, account_id: number, key = 'account_id'): Args {
  const owner_values = { [key]: account_id }
  switch (operation) {
    case 'create':
      return { ...args, data: stamp(args.data, owner_values, key) }
    case 'createMany':
    case 'createManyAndReturn':
      return { ...args, data: [args.data].flat().map((row) => stamp(row, owner_values, key)) }
    case 'update':
    case 'updateMany':
    case 'updateManyAndReturn':
      return { ...args, where: within(args.where, owner_values), data: refuseForeign(args.data, owner_values, key) }
    case 'upsert':
      return {
        ...args,
        where: within(args.where, owner_values),
        create: stamp(args.create, owner_values, key),
        update: refuseForeign(args.update, owner_values, key),
      }
    default:
      return { ...args, where: within(args.where, owner_values) }
  }
}

// Members of a where are ANDed, so the account also limits an OR next to it.
const within = (where: unknown, own: Args): Args => ({ ...((where ?? {}) as Args), ...own })

function stamp(row: unknown, own: Args, key: string): Args {
  return { ...refuseForeign(row, own, key), ...own }
}

function refuseForeign(row: unknown, own: Args, key: string): Args {
  const data = (row ?? {}) as Args
  if (key in data && data[key] !== own[key]) throw new Error('A row names another account')
  return data
}
