import { Prisma } from './generated/client.ts'

type Args = Record<string, unknown>

/** The account id of rows and events of the service itself. No account has it. */
export const SERVICE_ACCOUNT = 0

/** The second lock of tenancy (decision 0008): narrows every query to one account. */
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
  const own = { [key]: account_id }
  switch (operation) {
    case 'create':
      return { ...args, data: stamp(args.data, own, key) }
    case 'createMany':
    case 'createManyAndReturn':
      return { ...args, data: [args.data].flat().map((row) => stamp(row, own, key)) }
    case 'update':
    case 'updateMany':
    case 'updateManyAndReturn':
      return { ...args, where: within(args.where, own), data: refuseForeign(args.data, own, key) }
    case 'upsert':
      return {
        ...args,
        where: within(args.where, own),
        create: stamp(args.create, own, key),
        update: refuseForeign(args.update, own, key),
      }
    default:
      return { ...args, where: within(args.where, own) }
  }
}

// Members of a where are ANDed, so the account also narrows an OR beside it.
const within = (where: unknown, own: Args): Args => ({ ...((where ?? {}) as Args), ...own })

function stamp(row: unknown, own: Args, key: string): Args {
  return { ...refuseForeign(row, own, key), ...own }
}

function refuseForeign(row: unknown, own: Args, key: string): Args {
  const data = (row ?? {}) as Args
  if (key in data && data[key] !== own[key]) throw new Error('A row names another account')
  return data
}
