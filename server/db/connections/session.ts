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
    const query = session.query.bind(session)
    Object.assign(this, { query, connect: async () => savepoint(session) })
  }
}

let savepoints = 0

function savepoint(session: pg.PoolClient) {
  const name = `prisma_${++savepoints}`
  const instead: Record<string, string> = {
    BEGIN: `SAVEPOINT ${name}`,
    COMMIT: `RELEASE SAVEPOINT ${name}`,
    ROLLBACK: `ROLLBACK TO SAVEPOINT ${name}`,
  }
  return {
    query: (config: pg.QueryConfig) => session.query({ ...config, text: instead[config.text] ?? config.text }),
    on: () => undefined,
    removeListener: () => undefined,
    release: () => undefined,
  }
}
