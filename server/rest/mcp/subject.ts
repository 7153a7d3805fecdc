import { createHash } from 'node:crypto'
import { type Ctx, makeCtx } from '../../core/context.ts'
import type { Tx } from '../../core/write/write.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { routes } from '../registry.ts'
import type { Route } from '../route.ts'
import { idsOf } from './catalog.ts'

const reads = new Map(
  routes.filter(({ kind, method }) => kind === 'route' && method === 'get').map((route) => [route.path, route]),
)

/** Parts of a record with routes of their own, which also decide what is sent. */
const PARTS: Record<string, readonly string[]> = {
  '/v4/broadcasts/:id': ['/v4/broadcasts/:id/plan', '/v4/broadcasts/:id/settings'],
}

/** Locks of records that members edit, so none changes between the comparison and the operation. */
const LOCKS: Record<string, string> = {
  '/v4/broadcasts/:id': 'select 1 from broadcast where account_id = $1 and id = $2 for update',
  '/v4/automations/:id': 'select 1 from automation where account_id = $1 and id = $2 for update',
  '/v4/sequences/:id': 'select 1 from sequence where account_id = $1 and id = $2 for update',
  '/v4/segments/:id': 'select 1 from segment where account_id = $1 and id = $2 for update',
}

/** Returns the path of the record that a route changes: the longest beginning of its own path that can be read. */
function subjectPath(route: Route): string | undefined {
  const parts = route.path.split('/')
  for (let length = parts.length; length > 3; length--) {
    const path = parts.slice(0, length).join('/')
    if (reads.has(path) && path.includes(':')) return path
  }
  return undefined
}

export interface Subject {
  /** Its subject, name or title. */
  title: string | null
  fingerprint: string | null
}

/** Reads the record that an operation would change. Throws not_found. */
export async function readSubject(ctx: Ctx, route: Route, ids: Record<string, number>): Promise<Subject> {
  const path = subjectPath(route)
  if (path === undefined) return { title: null, fingerprint: null }
  const source = 'emit' in ctx || ctx.join ? ctx : makeCtx({ account_id: ctx.account_id, actor: ctx.actor })
  const records: unknown[] = []
  for (const one of [path, ...(PARTS[path] ?? [])]) {
    const read = reads.get(one)
    if (!read) continue
    const own = Object.fromEntries(idsOf(read).map((name) => [name, ids[name]]))
    records.push(await read.verb(source, own as never))
  }
  const [record] = records as Record<string, unknown>[]
  return { title: titleOf(record), fingerprint: hashOf(records) }
}

const titleOf = (record: Record<string, unknown> = {}): string | null => {
  const named = ['subject', 'name', 'title', 'email_address'].map((property) => record[property])
  const title = named.find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return title === undefined ? null : singleLine(title.slice(0, 200))
}

/** Leaves out counts and times, which change without anyone editing the record. */
const hashOf = (records: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(records.map((record) => Object.entries(record ?? {}).filter(isEdited))))
    .digest('hex')

const isEdited = ([name, value]: [string, unknown]) =>
  typeof value !== 'number' && (name === 'send_at' || !name.endsWith('_at'))

/** Locks the record that an operation changes until the transaction ends, where it can be edited. */
export async function lockSubject(tx: Tx, route: Route, { id }: Record<string, number>): Promise<void> {
  const lock = LOCKS[subjectPath(route) ?? '']
  if (lock) await tx.sql.one(lock, [id])
}
