import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { Pool } from 'undici'
import { openEmbedded } from '../server/db/embedded/embedded.ts'

/** The running product for a load: its database, and requests as the owner of the demo account. */
export interface Stage extends AsyncDisposable {
  base_url: string
  account_id: number
  database: pg.Client
  api_key: string
  /** Returns the body. Throws unless the response is 2xx. */
  ask: (path: string, request?: Asked) => Promise<string>
  procedure: <Result>(name: string, input: unknown, kind?: 'query' | 'mutation') => Promise<Result>
  /** Messages that the mail server has received so far. */
  received: () => Promise<number>
}

interface Asked {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
}

/** The number that a browser opens per host. */
const CONNECTIONS = 6

/** From the next start, keys allow enough requests for a load, and the demo account sends to the mail server. */
export async function allowLoads(data_dir: string): Promise<void> {
  const embedded = await openEmbedded({ dir: data_dir })
  const database = new pg.Client({ connectionString: embedded.url })
  await database.connect()
  await database.query(
    `insert into instance_setting (name, value, updated_at) values ('api_key_limit', '100000', now())`,
  )
  await database.query(
    'update account set mail_is_caught = false, undo_seconds = 0, subscriber_limit = null, has_own_limit = true',
  )
  await database.end()
  await embedded.close()
}

export async function openStage({
  base_url,
  data_dir,
  sink,
}: {
  base_url: string
  data_dir: string
  sink: ChildProcess
}): Promise<Stage> {
  const { email_address, password, api_key } = JSON.parse(readFileSync(path.join(data_dir, 'demo.json'), 'utf8'))
  const embedded = await openEmbedded({ dir: data_dir })
  const database = new pg.Client({ connectionString: embedded.url })
  await database.connect()
  const pool = new Pool(base_url, { connections: CONNECTIONS })
  const cookies = new Map<string, string>()
  const ask: Stage['ask'] = async (address, { method = 'GET', headers = {}, body } = {}) => {
    const answer = await pool.request({
      method,
      path: address,
      headers: {
        origin: base_url,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
      },
      body: body ?? null,
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${method} ${address} answered ${answer.statusCode} ${text}`)
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return text
  }
  const { csrfToken } = JSON.parse(await ask('/api/auth/csrf'))
  await ask('/api/auth/callback/credentials', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: email_address, email_address, password, csrfToken, json: 'true' }).toString(),
  })
  const { rows } = await database.query('select account_id from api_key where key_hash = $1', [
    createHash('sha256').update(api_key).digest('hex'),
  ])
  return {
    base_url,
    account_id: rows[0].account_id,
    database,
    api_key,
    ask,
    procedure: async (name, input, kind = 'query') => {
      const json = { 'content-type': 'application/json' }
      const text =
        kind === 'query'
          ? await ask(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
          : await ask(`/api/trpc/${name}`, { method: 'POST', headers: json, body: JSON.stringify(input) })
      return JSON.parse(text).result.data
    },
    received: async () => {
      sink.stdin?.write('\n')
      const [line] = await once(sink.stdout ?? sink, 'data')
      return Number(line)
    },
    [Symbol.asyncDispose]: async () => {
      await pool.close()
      await database.end()
      await embedded.close()
    },
  }
}
