import { z } from 'zod'
import { type BulkOperation, itemsOf, MAX_ITEMS_IN_REQUEST, type RawItem } from '../../core/bulk.ts'
import type { Done } from '../../core/wire.ts'
import { problemsOf } from '../request/parse.ts'
import { declare, type Route, type Verb } from '../route.ts'

interface Options<Item extends z.ZodType, Row extends z.ZodType, Echo extends z.ZodType> {
  summary: string
  description?: string
  /** Name of the list in the body. */
  takes: string
  /** Schema of an item. Items that do not match become failures and do not affect others. */
  item: Item
  /** Name of the list in the response. Undefined: only failures. */
  as?: string
  of?: Row
  /** Identifies the row's object. If a key repeats, the answer has the last row. Without it, the answer has every row. */
  key?: (row: z.output<Row>) => string
  /** The property of a failure with the item, and its form. `item` is the object as sent. */
  failed: { as: string; of: Echo; echo: (item: RawItem) => z.input<Echo> }
  /** Throws if the whole request cannot be accepted. Called before anything is applied or queued. */
  check?: Verb<BulkItems<z.output<Item>>, unknown>
}

/** Items that match their schema, up to 2,000 at a time. `pieces` can be called repeatedly. */
export interface BulkItems<Item> {
  pieces: () => AsyncIterable<Item[]>
}

/** A declared bulk operation, for HTTP and for running it. */
export interface BulkRoute extends Route {
  kind: 'bulk'
  takes: string
  operation: BulkOperation
}

/**
 * Declares an operation on many items. Up to 100 are applied within the request (200), more by a job that posts the same response to
 * `callback_url` (202 `{}`). The verb applies up to 2,000 items in one transaction.
 */
export function bulk<Item extends z.ZodType, Echo extends z.ZodType, Row extends z.ZodType = z.ZodNever>(
  path: `${'POST' | 'DELETE'} /bulk/${string}`,
  verb: Verb<{ items: z.output<Item>[] }, Done<z.input<Row>, z.input<Echo>>>,
  { takes, item, as, of, key, failed, check, ...options }: Options<Item, Row, Echo>,
): BulkRoute {
  const failures = z.array(z.object({ [failed.as]: failed.of, errors: z.array(z.string()) }))
  const route = declare('bulk', path, verb, {
    ...options,
    description: [options.description, HOW].filter(Boolean).join(' '),
    credential: 'oauth',
    body: z.object({ [takes]: z.array(item).min(1), callback_url: CallbackUrl }),
    of: z.object({ ...(as && of ? { [as]: z.array(of) } : {}), failures }),
    as,
    errors: { 413: 'Too much data of this app is queued in this account, or an item is larger than 1 MB' },
  })
  const sort = (raw: readonly RawItem[]) => sortItems({ item, failed }, raw)
  const operation: BulkOperation = {
    name: `${route.method.toUpperCase()} ${route.path}`,
    scope: 'write',
    as,
    key: key as BulkOperation['key'],
    failed,
    check: async (ctx, { slices }) => {
      async function* pieces() {
        for (const slice of slices) yield sort(itemsOf(slice)).items
      }
      await check?.(ctx, { pieces })
    },
    apply: async (tx, raw) => {
      const { items, positions, failures } = sort(raw)
      const done = await verb(tx, { items })
      const rejected = done.failures.map((failure) => ({ ...failure, at: positions[failure.at] ?? 0 }))
      return { rows: done.rows, failures: [...failures, ...rejected] }
    },
  }
  return { ...route, kind: 'bulk', takes, operation }
}

const HOW = `Up to ${MAX_ITEMS_IN_REQUEST} items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to \`callback_url\` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.`

const CallbackUrl = z.url().nullish().meta({
  description:
    'A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.',
})

/** Returns matching items with their index, and failures for the others. */
function sortItems<Item extends z.ZodType, Echo extends z.ZodType>(
  { item: schema, failed }: { item: Item; failed: { echo: (item: RawItem) => z.input<Echo> } },
  raw: readonly RawItem[],
) {
  const items: z.output<Item>[] = []
  const positions: number[] = []
  const failures: Done<never, z.input<Echo>>['failures'] = []
  for (const [at, item] of raw.entries()) {
    const read = schema.safeParse(item)
    if (read.success) {
      items.push(read.data)
      positions.push(at)
    } else failures.push({ at, item: failed.echo(item), errors: problemsOf(read.error) })
  }
  return { items, positions, failures }
}

export const isBulk = (route: Route): route is BulkRoute => route.kind === 'bulk'
