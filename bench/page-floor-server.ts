import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { PageRows, type RowMember } from '../server/core/page/rows.ts'
import { PreparingClient } from '../server/db/statements/prepared.ts'
import type { BytesResult } from '../server/db/statements/row-bytes.ts'
import { FIELDS_MEMBER } from '../server/modules/subscribers/fields/field-values.ts'

// Responds with pages of subscribers, using only the product's own code for rows, from which parts of the work are removed. page-floor-server.ts
// <database> <account>

const [url, account] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 20, Client: PreparingClient as unknown as typeof pg.Client })

const pageSql = (more: string) => `select row_to_json(v)::text as row${more}
  from (select t.* from subscriber t where t.account_id = $1 and t.state = 'active' order by t.id desc limit 501) t
  cross join lateral (select t.id, t.first_name, t.email_address, t.state,
    to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at) v`
const withFields = (fields: string) => pageSql(`, ${fields} as member, ($2::text) as context`)

/** All rows of a page as one value. */
const JOINED = `select string_agg(row_to_json(v)::text, ',' order by v.id desc) as row
  from (select t.* from subscriber t where t.account_id = $1 and t.state = 'active' order by t.id desc limit 501) t
  cross join lateral (select t.id, t.first_name, t.email_address, t.state,
    to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, t.fields) v`

/** Copies the bytes that PostgreSQL sent. */
const copied_rows: RowMember = {
  ...FIELDS_MEMBER,
  writer: () => (source, from, to, target) => {
    target.reserve(to - from)
    target.copy(source.bytes, from, to)
  },
}

const result = await pool.query(
  `select (select json_agg(json_build_object('key', key, 'slot', slot)) from custom_field where account_id = $1)::text as definitions,
     (select avg(length(t.fields::text))::int from (
       select fields from subscriber where account_id = $1 and state = 'active' order by id desc limit 501) t) as length`,
  [account],
)
const { definitions, length } = result.rows[0]

interface Variant {
  text: string
  member?: RowMember
  /** A ready-made response, independent of the statement's result. */
  ready?: Buffer
}

const ready = { slim: Buffer.alloc(82_000, 'x'), full: Buffer.alloc(656_000, 'x') }
const VARIANTS: Record<string, Variant> = {
  slim: { text: pageSql('') },
  'slim-and-ready': { text: pageSql(''), ready: ready.full },
  constant: { text: withFields(`repeat('x', ${length})`), member: copied_rows },
  fields: { text: withFields('t.fields'), member: copied_rows },
  joined: { text: JOINED },
  completed: { text: withFields('t.fields'), member: FIELDS_MEMBER },
}

const server = http.createServer(async (request, response) => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  const name = request.url?.slice(1) ?? ''
  if (name === 'ready-slim') return response.end(ready.slim)
  if (name === 'ready-full') return response.end(ready.full)
  const variant = VARIANTS[name]
  if (!variant) throw new Error(`There is no ${name}`)
  const values = variant.member ? [Number(account), definitions] : [Number(account)]
  const query = { text: variant.text, values, is_bytes: true } as pg.QueryConfig
  const { row_bytes } = (await pool.query(query)) as unknown as Required<BytesResult>
  if (variant.ready) {
    row_bytes.release()
    return response.end(variant.ready)
  }
  const rows = new PageRows(
    row_bytes,
    Array.from({ length: row_bytes.count }, (_, row) => row),
    variant.member,
  )
  row_bytes.release()
  response.once('close', () => rows.release())
  response.end(rows.object('subscribers', '}'))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', (message) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
})
