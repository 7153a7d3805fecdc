import { z } from 'zod'
import type { Ctx } from '../core/context.ts'
import type { Done } from '../core/wire.ts'
import { declare, type Route, type Verb } from './route.ts'

/** More items than this are applied by a job and answered 202: contract 7. */
export const MAX_ITEMS_AT_ONCE = 100

interface Options<Item extends z.ZodType, Row extends z.ZodType, Echo extends z.ZodType> {
  summary: string
  description?: string
  scope: 'write'
  /** The list in the body. */
  takes: string
  /** One item of it. An item that does not fit is a failure and keeps no other from being applied. */
  item: Item
  /** The list in the answer; without it the answer has failures alone. */
  as?: string
  of?: Row
  /** What a row is about: of several rows about the same thing the last is answered. Without it each row stands for itself. */
  key?: (row: z.output<Row>) => string
  /** How a failure echoes its item, and under which name. `item` is whatever was sent, as an object. */
  failed: { as: string; of: Echo; echo: (item: Record<string, unknown>) => z.input<Echo> }
  /** Throws when the request as a whole cannot be accepted. Asked before anything is applied or queued. */
  check?: Verb<BulkItems<z.output<Item>>, unknown>
}

/** The items that fit their schema, some thousand at a time; may be walked through more than once. */
export interface BulkItems<Item> {
  pieces: () => AsyncIterable<Item[]>
}

/** A bulk operation as the kernel runs it. */
export interface BulkRoute extends Route {
  kind: 'bulk'
  bulk: {
    takes: string
    item: z.ZodType
    key: ((row: unknown) => string) | undefined
    failed: { as: string; echo: (item: Record<string, unknown>) => unknown }
    check: ((ctx: Ctx, input: BulkItems<unknown>) => Promise<unknown>) | undefined
    verb: (ctx: Ctx, input: { items: unknown[] }) => Promise<Done<unknown, unknown>>
  }
}

/**
 * An operation on many items. Up to 100 are applied inside the request (200), more by a job that posts the same answer to
 * `callback_url` (202 `{}`). The verb applies a set in one transaction and gets at most some thousand items at a time.
 */
export function bulk<Item extends z.ZodType, Echo extends z.ZodType, Row extends z.ZodType = z.ZodNever>(
  path: `${'POST' | 'DELETE'} /bulk/${string}`,
  { takes, item, as, of, key, failed, check, ...options }: Options<Item, Row, Echo>,
  verb: Verb<{ items: z.output<Item>[] }, Done<z.input<Row>, z.input<Echo>>>,
): BulkRoute {
  const failures = z.array(z.object({ [failed.as]: failed.of, errors: z.array(z.string()) }))
  const route = declare(
    'bulk',
    path,
    {
      ...options,
      description: [options.description, HOW].filter(Boolean).join(' '),
      credential: 'oauth',
      body: z.object({ [takes]: z.array(item).min(1), callback_url: CallbackUrl }),
      of: z.object({ ...(as && of ? { [as]: z.array(of) } : {}), failures }),
      as,
      errors: { 413: 'Too much data of this app waits in this account, or an item is larger than 1 MB' },
    },
    verb,
  )
  return { ...route, kind: 'bulk', bulk: { takes, item, key, failed, check, verb } as BulkRoute['bulk'] }
}

const HOW = `Up to ${MAX_ITEMS_AT_ONCE} items are applied at once. More are applied by a job: the answer is 202 with an empty object, and what would have been the answer is posted to \`callback_url\` when all is done. Requests that an app sends for the same account are applied in the order of their 202 answers.`

const CallbackUrl = z
  .url()
  .nullish()
  .meta({ description: 'A public http(s) address. Receives one POST, and nothing when the items are applied at once.' })

export const isBulk = (route: Route): route is BulkRoute => route.kind === 'bulk'

/** The name by which a stored request finds its route again. */
export const operationOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`
