import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { expect } from '@playwright/test'
import pg from 'pg'
import { openEmbedded } from '../../server/db/embedded/embedded.ts'
import { makeDatabase } from '../../server/testing/database/database.ts'
import { running } from './running.ts'

/** Locks a tag in the running product until `release`. `awaited` resolves once another session waits for the lock. */
export async function lockTag(id: number): Promise<{ awaited: () => Promise<void>; release: () => Promise<void> }> {
  const postgres = await openEmbedded({ dir: running()?.data_dir ?? '' })
  const session = new pg.Client(postgres.url)
  await session.connect()
  await session.query('begin')
  await session.query('select from tag where id = $1 for update', [id])
  const waiting = 'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))'
  return {
    awaited: () => expect.poll(async () => (await session.query(waiting)).rowCount).toBeGreaterThan(0),
    release: async () => {
      await session.end()
      await postgres.close()
    },
  }
}

/** Makes a user an administrator of the instance. */
export async function makeAdministrator(email_address: string): Promise<void> {
  const postgres = await openEmbedded({ dir: running()?.data_dir ?? '' })
  const session = new pg.Client(postgres.url)
  await session.connect()
  await session.query('update users set is_admin = true where email = $1', [email_address])
  await session.end()
  await postgres.close()
}

/** Makes a user's sign-ins too old for actions that need a recent one. */
export async function ageSignIns(email_address: string): Promise<void> {
  const postgres = await openEmbedded({ dir: running()?.data_dir ?? '' })
  const session = new pg.Client(postgres.url)
  await session.connect()
  await session.query(
    `update session set confirmed_at = confirmed_at - interval '1 hour' from users u where u.id = user_id and u.email = $1`,
    [email_address],
  )
  await session.end()
  await postgres.close()
}

/** Moves an automation's counts into the past. */
export async function ageCounts(automation_id: number, days: number): Promise<void> {
  const postgres = await openEmbedded({ dir: running()?.data_dir ?? '' })
  const session = new pg.Client(postgres.url)
  await session.connect()
  await session.query('update automation_step_count set day = day - $2::int where automation_id = $1', [
    automation_id,
    days,
  ])
  await session.end()
  await postgres.close()
}

/** Adds active subscribers to an account of the running product, which would take seconds with a request each. */
export async function addSubscribers(account_id: number, count: number): Promise<void> {
  const postgres = await openEmbedded({ dir: running()?.data_dir ?? '' })
  const session = new pg.Client(postgres.url)
  await session.connect()
  await session.query(
    `insert into subscriber (account_id, email_address) select $1, 'moss' || n || '@reader.example' from generate_series(1, $2) n`,
    [account_id, count],
  )
  await session.end()
  await postgres.close()
}

/** Records a paid purchase of the account's product, which otherwise only apps can do. */
export async function addPurchase(account_id: number, email_address: string): Promise<void> {
  const postgres = await openEmbedded({ dir: running()?.data_dir ?? '' })
  const session = new pg.Client(postgres.url)
  await session.connect()
  await session.query(
    `with buyer as (insert into subscriber (account_id, email_address) values ($1, $2) returning id),
       bought as (
         insert into purchase (account_id, transaction_id, subscriber_id, email_address, transaction_time, subtotal, discount, tax, shipping, total, source)
         select $1, 'T-' || id, id, $2, now(), 40, 0, 0, 0, 40, 'Shop' from buyer returning id)
     insert into purchase_line (account_id, purchase_id, lid, position, product_id, name, pid, quantity, unit_price)
     select $1, b.id, 'l-1', 0, p.id, p.name, p.pid, 1, 40 from bought b, account_product o
       join product p on p.account_id = o.account_id and p.id = o.product_id where o.account_id = $1`,
    [account_id, email_address],
  )
  await session.end()
  await postgres.close()
}

/** A separate database on the product’s PostgreSQL, behind a proxy that can be cut. */
export interface CuttableDatabase {
  url: string
  cut: () => Promise<void>
  restore: () => Promise<void>
  close: () => Promise<void>
}

export async function openCuttableDatabase(): Promise<CuttableDatabase> {
  const postgres = await openEmbedded({ dir: running()?.data_dir ?? '' })
  const database = await makeDatabase(postgres.url)
  const url = new URL(database.url)
  const sockets = new Set<Socket>()
  const listen = (from: number, to: number) => listenFor(sockets, from, to)
  let server = await listen(0, Number(url.port))
  const target = Number(url.port)
  const { port } = server.address() as AddressInfo
  url.port = String(port)
  // Otherwise connections would bypass the proxy through the Unix socket.
  url.searchParams.delete('host')
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: url.href,
    cut,
    restore: async () => {
      server = await listen(port, target)
    },
    close: async () => {
      if (server.listening) await cut()
      await database.drop()
      await postgres.close()
    },
  }
}

async function listenFor(sockets: Set<Socket>, from: number, to: number): Promise<Server> {
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  }).listen(from, '127.0.0.1')
  await once(server, 'listening')
  return server
}
