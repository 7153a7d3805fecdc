import { CREATED_DOMAIN } from './list-data.ts'
import { fiveConditions } from './list-filter.ts'
import type { Events } from './request-events.ts'
import type { Load } from './request-load.ts'

// Cases of bench/requests.ts, and the required ratios.

export interface Facts {
  account_id: number
  /** Ids of the subscribers: `count` consecutive ids. */
  first: number
  count: number
  /** First ids of a page in the middle and of the last page. */
  middle: number
  last: number
  /** Tags that no subscriber has at the beginning of a case. */
  tags: { product: number[]; bare: number[] }
  filter: Parameters<typeof fiveConditions>[0] & { slot: string }
  mail_id: number
  /** Signed tokens for the open image and the links of one email, for different subscribers. */
  tokens: string[]
}

/** `hono`: a handler of Hono with one INSERT. */
export type ServerName = 'product' | 'bare' | 'hono'

type Request = Pick<Load, 'method' | 'path' | 'body'> & { of: ServerName; events?: Events }

interface Ratio {
  variant: string
  to: string
  /** Minimum ratio of requests per second. Absent: the ratio is only printed for comparison. */
  least?: number
}

export interface Case {
  /** Variants that alternate. */
  variants: Record<string, Request>
  wanted: Ratio[]
}

const product = (method: Load['method'], path: string, body?: object): Request => ({
  of: 'product',
  method,
  path: `/v4${path}`,
  ...(body ? { body: JSON.stringify(body) } : {}),
})

const bare = (path: string, body?: object): Request => ({
  of: 'bare',
  method: body ? 'POST' : 'GET',
  path: `/${path}`,
  ...(body ? { body: JSON.stringify(body) } : {}),
})

export function requestCases({ middle, last, filter }: Facts): Record<string, Case> {
  const created_subscriber = { email_address: `subscriber.{n}@${CREATED_DOMAIN}`, first_name: 'Ada' }
  const renamed = { first_name: 'Ada {n}' }
  const tag = product('POST', '/tags/{tag}/subscribers/{id}')
  const list = (query = '') => product('GET', `/subscribers?per_page=500${query}`)
  const after = (id: number) =>
    `&after=${Buffer.from(JSON.stringify(['subscribers:id:d', String(id)])).toString('base64url')}`
  return {
    one: toBare(product('GET', '/subscribers/{id}'), bare('one/{id}'), 0.55),
    'look up': toBare(
      product('GET', '/subscribers?status=all&email_address={address}'),
      bare('address/{address}'),
      0.55,
    ),
    create: toBare(product('POST', '/subscribers', created_subscriber), bare('create', created_subscriber), 0.5),
    update: toBare(product('PUT', '/subscribers/{id}', renamed), bare('update/{id}', renamed), 0.5),
    tag: toBare(tag, bare('tag/{id}', { tag_id: '{tag}' }), 0.5),
    open: toHono('/t/o/{token}'),
    click: toHono('/t/c/{token}/1'),
    'create with event': withEvents(product('POST', '/subscribers', created_subscriber)),
    'update with event': withEvents(product('PUT', '/subscribers/{id}', { fields: { field_7: 'value {n}' } })),
    'tag with event': withEvents(tag),
    list: {
      variants: { product: list(), slim: list('&slim=true'), bare: bare('list'), 'bare slim': bare('slim') },
      wanted: [
        { variant: 'product', to: 'bare', least: 0.8 },
        { variant: 'product', to: 'slim', least: 0.6 },
        { variant: 'slim', to: 'bare slim', least: 0.8 },
        // The cost of the same pages without the product.
        { variant: 'bare', to: 'bare slim' },
      ],
    },
    'list of 100': toBare(product('GET', '/subscribers?per_page=100'), bare('list_of_100'), 0.8),
    'list by tag': toBare(
      product('GET', `/tags/${filter.tag_id}/subscribers?per_page=100`),
      bare(`tagged/${filter.tag_id}`),
      0.8,
    ),
    'list by opens': toBare(
      product('GET', '/subscribers?per_page=100&sort_field=engagement__opens'),
      bare('by_opens'),
      0.8,
    ),
    pages: {
      variants: {
        first: list(),
        middle: list(after(middle)),
        last: list(after(last)),
        'by open rate': list('&sort_field=engagement__open_rate'),
      },
      wanted: [
        { variant: 'middle', to: 'first', least: 1 / 1.3 },
        { variant: 'last', to: 'first', least: 1 / 1.3 },
        { variant: 'by open rate', to: 'first', least: 1 / 3 },
      ],
    },
    filter: toBare(
      product('POST', '/subscribers/filter?per_page=500', fiveConditions(filter)),
      bare('filter', { opened: filter.opened, clicked: filter.clicked, tag_id: filter.tag_id, slot: filter.slot }),
      1 / 1.2,
    ),
  }
}

/** An endpoint that subscribes to a write's event may cost the write at most a tenth. The cost of also delivering it is only printed. */
const withEvents = (request: Request): Case => ({
  variants: {
    'no endpoint': request,
    'event written': { ...request, events: 'written' },
    'event delivered': { ...request, events: 'delivered' },
  },
  wanted: [
    { variant: 'event written', to: 'no endpoint', least: 1 / 1.1 },
    { variant: 'event delivered', to: 'no endpoint' },
  ],
})

const toBare = (ours: Request, theirs: Request, least: number): Case => ({
  variants: { product: ours, bare: theirs },
  wanted: [{ variant: 'product', to: 'bare', least }],
})

/** Both answer the same path and insert the same columns. */
const toHono = (path: string): Case => ({
  variants: { product: { of: 'product', method: 'GET', path }, hono: { of: 'hono', method: 'GET', path } },
  wanted: [{ variant: 'product', to: 'hono', least: 0.4 }],
})

/** The measured ratio of a case. */
export interface Reached {
  name: string
  ratio: number
  least?: number
}

export const ratios = ({ wanted }: Case, rates: Record<string, number>): Reached[] =>
  wanted.map(({ variant, to, ...least }) => ({
    name: `${variant} to ${to}`,
    ratio: (rates[variant] ?? 0) / (rates[to] ?? 0),
    ...least,
  }))

export const ratioText = ({ name, ratio, least }: Reached): string =>
  `${name} ${ratio.toFixed(2)}${least === undefined ? '' : ` (wanted: at least ${least.toFixed(2)})`}`

/** Maximum factor between the ratios at two sizes. */
const WITHIN = 1.3

/** Returns one line for each ratio measured with several numbers of subscribers. `reached`: by ratio, then by number. */
export function sizeLines(reached: ReadonlyMap<string, ReadonlyMap<number, number>>): string[] {
  return [...reached].flatMap(([name, sizes]) => {
    if (sizes.size < 2) return []
    const all = [...sizes.values()]
    const apart = Math.max(...all) / Math.min(...all)
    const each = [...sizes].map(([size, ratio]) => `${ratio.toFixed(2)} with ${size}`).join(', ')
    return [`${name}: ${each}: ${apart.toFixed(2)} apart${apart > WITHIN ? `, more than ${WITHIN}` : ''}`]
  })
}
