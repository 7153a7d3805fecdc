import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

// Baseline for the open and click endpoints: a Hono handler with one INSERT of the same columns, in a separate process. It trusts every token
// and counts nothing. bare-hono-server.ts <database> <account> <mail>

const [url, account, mail] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 20 })
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const TEXT = `insert into engagement_hit (account_id, mail_id, subscriber_id, link_number, evidence, user_agent, occurred_at)
  values ($1, $2, $3, $4, null, $5, $6)`

let subscriber_id = 0
const insert = (link_number: number | null, user_agent: string | null) =>
  pool.query({
    name: 'insert',
    text: TEXT,
    values: [Number(account), Number(mail), ++subscriber_id, link_number, user_agent, new Date()],
  })

const app = new Hono()
app.get('/t/o/:token', async (c) => {
  await insert(null, c.req.header('user-agent') ?? null)
  return c.body(PIXEL, 200, { 'Content-Type': 'image/gif' })
})
app.get('/t/c/:token/:number', async (c) => {
  await insert(Number(c.req.param('number')), c.req.header('user-agent') ?? null)
  return c.body(null, 302, { Location: 'https://studio.example/' })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => process.send?.({ port }))
process.on('message', (message) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
})
