import { globSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { ask } from './user.ts'

export const LISTS = [
  '/',
  '/broadcasts',
  '/sequences',
  '/automations',
  '/automations?tab=rule',
  '/mail',
  '/subscribers',
  '/subscribers/import',
  '/forms',
  '/forms/templates',
  '/segments',
  '/tags',
  '/posts',
  '/templates',
  '/snippets',
  '/images',
  '/purchases',
  '/analytics',
  '/analytics?tab=engagement&days=90',
  '/analytics?tab=cohorts',
  '/analytics?tab=deliverability&days=90',
  '/analytics?tab=content&days=365',
  '/analytics?tab=revenue&days=90',
  '/activity',
  '/notifications',
]
export const FORMS = [
  '/subscribers/new',
  '/segments/new',
  '/snippets/new',
  '/settings',
  '/settings/sending-addresses',
  '/settings/sending-domains',
  '/settings/profile',
  '/settings/site',
  '/settings/product',
  '/settings/recommendations',
  '/settings/style',
  '/settings/fields',
  '/settings/apps',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/notifications',
  '/settings/team',
  '/settings/plan',
  '/settings/security',
]

export const ADMIN_PAGES = globSync('app/(dashboard)/admin/**/page.tsx').map((file) =>
  file.replace('app/(dashboard)', '').replace('/page.tsx', '').replace('[id]', '1'),
)

/** Pages of administrators that show what the instance does now. */
export const ADMIN_LIVE = ADMIN_PAGES.filter((path) =>
  /^\/admin(\/(jobs|mail|review|webhooks))?$|^\/admin\/mail\/(domains|messages|test)$/.test(path),
)

export interface Found {
  rows: { id: number; status: string }[]
}

/** One record of each type in the demo account. */
export async function particulars(page: Page): Promise<string[]> {
  const { rows: broadcasts } = await ask<Found>(page, 'broadcasts.list', { per_page: 50 })
  const draft = broadcasts.find(({ status }) => status === 'draft')?.id
  const sent = broadcasts.find(({ status }) => status === 'completed')?.id
  const kinds = ['subscribers', 'forms', 'sequences', 'segments', 'snippets', 'posts']
  const [subscriber, form, sequence, segment, snippet, post] = await Promise.all(
    kinds.map(async (kind) => (await ask<Found>(page, `${kind}.list`, { per_page: 1 })).rows[0]?.id),
  )
  expect([draft, sent, subscriber, form, sequence, segment, snippet, post]).not.toContain(undefined)
  const [webhook] = await ask<{ id: number }[]>(page, 'webhooks.list', {})
  const { steps } = await ask<{ steps: { id: number }[] }>(page, 'sequences.get', { id: sequence })
  return [
    `/broadcasts/${draft}`,
    `/broadcasts/${sent}?tab=overview`,
    `/subscribers/${subscriber}`,
    '/subscribers?status=cancelled',
    `/forms/${form}`,
    `/forms/${form}?tab=fields`,
    `/forms/${form}?tab=behavior`,
    `/forms/${form}?tab=after`,
    `/forms/${form}?tab=share`,
    `/forms/${form}?tab=results`,
    `/forms/${form}?tab=subscribers`,
    `/sequences/${sequence}`,
    `/sequences/${sequence}?tab=subscribers`,
    `/sequences/${sequence}?tab=settings`,
    `/sequences/${sequence}/emails/${steps[0]?.id}`,
    `/segments/${segment}`,
    `/snippets/${snippet}`,
    `/posts/${post}`,
    `/settings/webhooks/${webhook?.id}`,
    ...(await ofApps(page)),
    `/activity?request=${await bulkRequestWithFailures(page)}`,
    ...(await automationPages(page)),
  ]
}

/** The views of an automation with subscribers inside, and of a rule. */
async function automationPages(page: Page): Promise<string[]> {
  const { rows } = await ask<{ rows: { id: number; kind: string; held: number; state: string }[] }>(
    page,
    'automations.list',
    { per_page: 50 },
  )
  const held = rows.find((row) => row.held > 0)?.id
  const rule = rows.find(({ kind, state }) => kind === 'rule' && state === 'live')?.id
  const { emails } = await ask<{ emails: { id: number }[] }>(page, 'automations.get', { id: held })
  const email = `/automations/${held}/emails/${emails[0]?.id}`
  return [
    `/automations/${held}`,
    `/automations/${held}?at=care`,
    `/automations/${held}?tab=subscribers&state=held`,
    `/automations/${held}?tab=versions`,
    email,
    `${email}?tab=recipients`,
    `/automations/${rule}`,
    `/automations/${rule}?tab=subscribers`,
  ]
}

async function bulkRequestWithFailures(page: Page): Promise<number | undefined> {
  type Found = { requests: { id: number; failed_count: number }[] }
  const { requests } = await ask<Found>(page, 'bulk_requests.list', {})
  const id = requests.find(({ failed_count }) => failed_count > 0)?.id
  expect(id).toBeDefined()
  return id
}

/** A store page and all tabs of an unpublished app. */
async function ofApps(page: Page): Promise<string[]> {
  const { apps } = await ask<{ apps: { id: number }[] }>(page, 'apps.store', {})
  const own = await ask<{ id: number; status: string }[]>(page, 'apps.develop.list', {})
  const draft = own.find(({ status }) => status === 'unpublished')?.id
  expect([apps[0]?.id, draft]).not.toContain(undefined)
  const parts = ['access', 'plugins', 'events', 'publish'].map((tab) => `/apps/develop/${draft}?tab=${tab}`)
  return [`/apps/${apps[0]?.id}`, `/apps/develop/${draft}`, ...parts]
}
