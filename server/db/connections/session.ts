import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/client.ts'

const prismas = new WeakMap<pg.PoolClient, PrismaClient>()

/**
 * Returns Prisma on one connection of the pool, so its queries run in the transaction of that connection. Created when a transaction
 * first needs it and kept as long as the connection. Most writes are SQL alone and never need it.
 */
export function prismaOn(client: pg.PoolClient): PrismaClient {
  const known = prismas.get(client)
  if (known) return known
  const prisma = new PrismaClient({ adapter: new PrismaPg(new SessionPool(client)) })
  prismas.set(client, prisma)
  return prisma
}

/** Acts as a pool and sends everything to one connection. A transaction inside the transaction is a savepoint. */
class SessionPool extends pg.Pool {
  readonly session: pg.PoolClient

  constructor(session: pg.PoolClient) {
    super({ max: 1 })
    this.session = session
    const query = oneByOne(session)
    Object.assign(this, { query, connect: async () => savepoint(query) })
  }
}

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

/** Prisma reads relations side by side. node-postgres will remove its own queue, so one query is sent after the other. */
function oneByOne(session: pg.PoolClient): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (config) => {
    const answer = last.then(() => session.query(config))
    last = answer.catch(() => undefined)
    return answer
  }
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
