import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { PrismaClient } from '../generated/client.ts'

/** The connection to which Prisma's queries are sent. Without one they are sent to the pool. */
const chosen = processSingleton('connection of Prisma', () => new AsyncLocalStorage<pg.PoolClient>())

/**
 * Creates the only Prisma client of a process. It contains a query compiler with the whole schema, 20 MB, so transactions use the same client on
 * their own connections: `prismaOn`.
 */
export const prismaOf = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(new ChosenConnection(pool), { disposeExternalPool: false }) })

/**
 * Returns a client whose queries are sent to one connection of the pool, so they run in its transaction. Extensions of `prisma`, which limit queries
 * to an account, apply first.
 */
export function prismaOn(prisma: PrismaClient, client: pg.PoolClient): PrismaClient {
  return prisma.$extends({
    name: 'one connection',
    query: {
      $allOperations: ({ model, operation, args, query }) =>
        chosen.run(client, async () => {
          // Prisma joins simultaneous queries, even of different transactions, and sends them to one connection.
          if (model && UNIQUE.test(operation)) return findFirst(prisma, { model, operation, args })
          return await query(args)
        }),
    },
  }) as unknown as PrismaClient
}

const UNIQUE = /^findUnique/
type Args = Record<string, unknown>

function findFirst(
  prisma: PrismaClient,
  { model, operation, args }: { model: string; operation: string; args: Args },
): Promise<unknown> {
  const where = Object.entries((args.where ?? {}) as Args).map(([name, value]) =>
    isKey(name, value) ? value : { [name]: value },
  )
  const models = prisma as unknown as Record<string, Record<string, (args: Args) => Promise<unknown>>>
  const find = models[`${model.charAt(0).toLowerCase()}${model.slice(1)}`]?.[operation.replace(UNIQUE, 'findFirst')]
  if (!find) throw new Error(`Prisma has no ${operation} of ${model}`)
  return find({ ...args, where: Object.assign({}, ...where) })
}

/** A key of several columns is written under their joined names: `{ account_id_user_id: { account_id, user_id } }`. */
function isKey(name: string, value: unknown): value is Args {
  if (!name.includes('_') || typeof value !== 'object' || value === null) return false
  const columns = Object.keys(value)
  return columns.join('_').length === name.length && columns.every((column) => name.includes(column))
}

/** Acts as a pool. Queries of a transaction are sent to its connection, and a nested transaction is a savepoint. */
class ChosenConnection extends pg.Pool {
  constructor(pool: pg.Pool) {
    super({ max: 1 })
    const query = (config: pg.QueryConfig) => {
      const client = chosen.getStore()
      return client ? oneByOne(client)(config) : pool.query(config)
    }
    const connect = async () => {
      const client = chosen.getStore()
      return client ? savepoint(oneByOne(client)) : pool.connect()
    }
    Object.assign(this, { query, connect })
  }
}

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

const queues = new WeakMap<pg.PoolClient, Query>()

/** Sends queries one by one. Prisma reads relations in parallel, and node-postgres will remove its own queue. */
function oneByOne(client: pg.PoolClient): Query {
  const known = queues.get(client)
  if (known) return known
  let last: Promise<unknown> = Promise.resolve()
  const query: Query = (config) => {
    const answer = last.then(() => client.query(config))
    last = answer.catch(() => undefined)
    return answer
  }
  queues.set(client, query)
  return query
}

let savepoints = 0

function savepoint(query: Query) {
  const name = `prisma_${++savepoints}`
  const instead: Record<string, string> = {
    BEGIN: `SAVEPOINT ${name}`,
    COMMIT: `RELEASE SAVEPOINT ${name}`,
    ROLLBACK: `ROLLBACK TO SAVEPOINT ${name}`,
  }
  return {
    query: (config: pg.QueryConfig) => query({ ...config, text: instead[config.text] ?? config.text }),
    on: () => undefined,
    removeListener: () => undefined,
    release: () => undefined,
  }
}
