import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { rootLogger } from '../../core/log.ts'
import { SettingError } from '../../env.ts'
import { acquireFileLock } from '../../lib/concurrency/file-lock.ts'
import { folderAdvice } from '../../lib/disk-room.ts'
import { freePort } from '../../lib/net/free-port.ts'
import { initCluster, launch, runningPid, socketFolder, stop } from './postmaster.ts'

export interface Embedded {
  /** URL of the database `envoi`. */
  url: string
  /** Ends the use of the database. The last process stops PostgreSQL. */
  close: () => Promise<void>
}

export interface EmbeddedOptions {
  dir: string
  /** Refuses a second server process for the folder. Commands and tests connect alongside it. */
  exclusive?: boolean
  throwaway?: boolean
}

// Advisory locks in the database `postgres`. They end with their connection, also if the process is killed.
const USERS = 7_301
const SERVER = 7_302
const MAKING = 7_303
const START_PATIENCE_MS = 120_000
// Another program took the port between our check and PostgreSQL's start.
const PORT_TAKEN = /could not create any TCP\/IP sockets/
const MAX_STARTS = 5

/**
 * Opens the built-in PostgreSQL of a folder. Connects to a running server (started by another process, or left by a killed one), otherwise
 * starts it, and creates its files first if there are none.
 */
export async function openEmbedded({ dir, exclusive = false, throwaway = false }: EmbeddedOptions): Promise<Embedded> {
  try {
    mkdirSync(dir, { recursive: true })
  } catch (error) {
    throw new SettingError(`DATA_DIR cannot be written: ${(error as Error).message}. ${folderAdvice(error)}`)
  }
  const session = await attach(dir, throwaway)
  if (exclusive && !(await becomeServer(session))) {
    await session.end()
    throw new SettingError(
      `DATA_DIR: another Envoi is running on ${dir}. Stop it, or give this one its own DATA_DIR and PORT.`,
    )
  }
  const connection = readConnection(dir)
  await ensureDatabase(session, connection)
  const watch = watchOver(session, { dir, exclusive, throwaway })
  return { url: address(dir, connection, 'envoi'), close: () => watch.end().then((last) => close(last, dir)) }
}

/** Restarts PostgreSQL at the same port if it dies while this process uses it, so existing pools find it. */
function watchOver(first: pg.Client, { dir, exclusive, throwaway }: Required<EmbeddedOptions>) {
  let current = Promise.resolve(first)
  let isEnded = false
  const watch = (session: pg.Client) =>
    session.once('end', () => {
      if (!isEnded) current = revive()
    })
  const revive = async (): Promise<pg.Client> => {
    for (;;) {
      try {
        rootLogger().error({ dir }, 'PostgreSQL has ended and is started again')
        const session = await attach(dir, throwaway)
        if (exclusive) await becomeServer(session)
        watch(session)
        return session
      } catch (error) {
        rootLogger().error({ dir, reason: (error as Error).message }, 'PostgreSQL cannot be started')
        await delay(1_000)
      }
    }
  }
  watch(first)
  return {
    end: () => {
      isEnded = true
      return current
    },
  }
}

interface Connection {
  port: number
  password: string
}

const fileOf = (dir: string) => path.join(dir, 'postgres.json')
const readConnection = (dir: string) => JSON.parse(readFileSync(fileOf(dir), 'utf8')) as Connection

/** Returns the URL of a database of the running cluster: over its Unix socket if it has one, with the TCP port for programs that ignore `host`. */
function address(dir: string, { port, password }: Connection, name: 'postgres' | 'envoi'): string {
  const folder = socketFolder({ dir, port })
  // A server started by an earlier version has no socket.
  const hasSocket = folder !== undefined && existsSync(path.join(folder, `.s.PGSQL.${port}`))
  return `postgresql://${name}:${password}@127.0.0.1:${port}/${name}${hasSocket ? `?host=${encodeURIComponent(folder)}` : ''}`
}

async function attach(dir: string, throwaway: boolean): Promise<pg.Client> {
  const deadline = Date.now() + START_PATIENCE_MS
  let starting: ReturnType<typeof launch> | undefined
  let release = () => {}
  let starts = 1
  try {
    for (;;) {
      const session = await connect(dir)
      if (session) return session
      const failure = starting?.failure()
      if (failure && PORT_TAKEN.test(failure) && starts < MAX_STARTS) {
        starting = launch(await prepare(dir, throwaway))
        starts++
      } else if (failure)
        throw new SettingError(
          `DATA_DIR: PostgreSQL does not start in ${dir}: ${failure} (see ${path.join(dir, 'postgres.log')}).`,
        )
      if (Date.now() > deadline)
        throw new SettingError(
          `DATA_DIR: PostgreSQL in ${dir} does not answer (see ${path.join(dir, 'postgres.log')}).`,
        )
      if (!starting && runningPid(dir) === undefined) {
        // If several processes find PostgreSQL stopped, only one starts it.
        const acquired = acquireFileLock(path.join(dir, 'postgres.starting.lock'))
        if (acquired) {
          release = acquired
          starting = launch(await prepare(dir, throwaway))
        }
      }
      await delay(15)
    }
  } finally {
    release()
  }
}

/** Returns a session with the shared lock of users, or undefined while PostgreSQL does not accept connections. */
async function connect(dir: string): Promise<pg.Client | undefined> {
  if (!existsSync(fileOf(dir)) || runningPid(dir) === undefined) return undefined
  const session = new pg.Client({
    connectionString: address(dir, readConnection(dir), 'postgres'),
    application_name: 'envoi',
  })
  session.on('error', () => undefined)
  try {
    await session.connect()
    await lock(session, 'pg_advisory_lock_shared', USERS)
    return session
  } catch (error) {
    await session.end().catch(() => undefined)
    const { code, message } = error as { code?: string; message: string }
    if (code === '28P01')
      throw new SettingError(
        `DATA_DIR: ${fileOf(dir)} does not contain the password of this database. Restore that file.`,
      )
    if (isCutOff(error)) return undefined
    throw new SettingError(`DATA_DIR: PostgreSQL in ${dir} does not accept a connection: ${message}.`)
  }
}

/** Waits briefly for a previous server process that is stopping. */
async function becomeServer(session: pg.Client): Promise<boolean> {
  const deadline = Date.now() + 2_000
  while (!(await lock(session, 'pg_try_advisory_lock', SERVER))) {
    if (Date.now() > deadline) return false
    await delay(100)
  }
  return true
}

/** Returns whether PostgreSQL refused the connection, is starting or stopping, or stopped before it answered. */
function isCutOff(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || /^(ECONN|EPIPE|ENOENT|57P)/.test(code)
}

async function lock(session: pg.Client, how: string, key: number): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean | string }>(`SELECT ${how}($1) AS taken`, [key])
  return rows[0]?.taken !== false
}

async function close(session: pg.Client, dir: string): Promise<void> {
  try {
    // The lock is kept until PostgreSQL ends this session. A process that connects before that waits, loses its connection and restarts
    // PostgreSQL.
    if (await isLast(session)) await stop(dir)
  } finally {
    await session.end().catch(() => undefined)
  }
}

async function isLast(session: pg.Client): Promise<boolean> {
  try {
    await session.query('SELECT pg_advisory_unlock_shared($1)', [USERS])
    return await lock(session, 'pg_try_advisory_lock', USERS)
  } catch (error) {
    // Another process was the last one and stopped PostgreSQL between our two queries.
    if (isCutOff(error)) return false
    throw error
  }
}

/** Runs `fn` as the superuser of the running cluster. */
export async function administer<Result>(dir: string, fn: (session: pg.Client) => Promise<Result>): Promise<Result> {
  const session = new pg.Client({ connectionString: address(dir, readConnection(dir), 'postgres') })
  session.on('error', () => undefined)
  await session.connect()
  try {
    return await fn(session)
  } finally {
    await session.end()
  }
}

/** Creates the service's role without superuser rights, so its SQL cannot access files or programs. */
async function ensureDatabase(session: pg.Client, { password }: Connection): Promise<void> {
  const { rowCount } = await session.query(`SELECT FROM pg_database WHERE datname = 'envoi'`)
  if (rowCount !== 0) return
  await session.query('SELECT pg_advisory_lock($1)', [MAKING])
  const statements = [
    [
      `SELECT FROM pg_roles WHERE rolname = 'envoi'`,
      `CREATE ROLE envoi LOGIN CREATEDB PASSWORD ${pg.escapeLiteral(password)}`,
    ],
    [`SELECT FROM pg_database WHERE datname = 'envoi'`, 'CREATE DATABASE envoi OWNER envoi'],
  ] as const
  for (const [isThere, make] of statements) {
    if ((await session.query(isThere)).rowCount === 0) await session.query(make)
  }
  await session.query('SELECT pg_advisory_unlock($1)', [MAKING])
}

async function prepare(dir: string, throwaway: boolean) {
  const known = existsSync(fileOf(dir)) ? readConnection(dir) : undefined
  const connection = {
    port: await freePort(known?.port),
    password: known?.password ?? randomBytes(24).toString('base64url'),
  }
  const draft = `${fileOf(dir)}.new`
  writeFileSync(draft, JSON.stringify(connection), { mode: 0o600 })
  renameSync(draft, fileOf(dir))
  initCluster({ dir, password: connection.password, throwaway })
  return { dir, throwaway, ...connection }
}
