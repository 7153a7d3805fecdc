import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import pg from 'pg'
import { configureLog } from '../server/core/log.ts'
import { openDatabase } from '../server/db/client.ts'
import { setEnv } from '../server/env.ts'
import { restApp } from '../server/rest/app.ts'

// One of the two servers that bench/lists.ts compares, in a process of its own: the product, or node:http and pg and nothing else.

/** What the bare server answers under a path: the statement's column `json`. */
export type Statements = Record<string, { text: string; values: unknown[] }>

const [kind, url = ''] = process.argv.slice(2)
const port = kind === 'product' ? product() : bare()
port.then((number) => process.send?.({ port: number }))
process.on('message', (message) => {
  if (message === 'memory') {
    globalThis.gc?.()
    process.send?.({ rss: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed })
  }
})

function product(): Promise<number> {
  configureLog('silent')
  setEnv({ NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks' })
  openDatabase(url)
  const { fetch } = restApp({ base_url: 'http://localhost', metrics_token: undefined })
  return new Promise((resolve) => {
    serve({ fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port))
  })
}

function bare(): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  let statements: Statements = {}
  process.on('message', (message: { statements?: Statements }) => {
    if (message.statements) statements = message.statements
  })
  const server = http.createServer(async (request, response) => {
    const statement = statements[request.url?.slice(1) ?? '']
    if (!statement) throw new Error(`${request.url} has no statement`)
    const { rows } = await pool.query(statement.text, statement.values)
    const json: unknown = rows[0].json ?? rows[0]
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.end(typeof json === 'string' ? `{"subscribers":${json}}` : JSON.stringify(json))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
