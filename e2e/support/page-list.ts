import { expect, type Page } from '@playwright/test'
import { ADMIN_PAGES, DEMO_VIEWS, NOT_LOOKED_AT, STANDALONE } from './pages.ts'
import { ask } from './user.ts'

export interface Found {
  rows: { id: number; status: string }[]
}

/** IDs and tokens, by their names in patterns. */
export type Records = Record<string, string | number | undefined>

/** Returns the URLs of patterns. Throws if a record does not exist. */
export const addressesOf = (patterns: readonly string[], records: Records): string[] =>
  patterns.map((pattern) =>
    pattern.replaceAll(/\[(\w+)\]/g, (_, name: string) => {
      const found = records[name]
      if (found === undefined) throw new Error(`No ${name} for ${pattern}`)
      return String(found)
    }),
  )

/** Returns every view of one record of each type in the demo account. */
export async function particulars(page: Page): Promise<string[]> {
  return addressesOf(DEMO_VIEWS, await demoRecords(page))
}

/** Returns the pages of signed-in users outside the dashboard. */
export async function standalonePages(page: Page): Promise<string[]> {
  return addressesOf(STANDALONE, await ofApps(page))
}

async function demoRecords(page: Page): Promise<Records> {
  const { rows: broadcasts } = await ask<Found>(page, 'broadcasts.list', { per_page: 50 })
  const kinds = ['subscriber', 'form', 'sequence', 'segment', 'snippet', 'post', 'template']
  const newest = await Promise.all(
    kinds.map(async (kind) => [kind, (await ask<Found>(page, `${kind}s.list`, { per_page: 1 })).rows[0]?.id] as const),
  )
  const { sequence, ...others } = Object.fromEntries(newest)
  const [webhook] = await ask<{ id: number }[]>(page, 'webhooks.list', {})
  const { steps } = await ask<{ steps: { id: number }[] }>(page, 'sequences.get', { id: sequence })
  return {
    ...others,
    draft: broadcasts.find(({ status }) => status === 'draft')?.id,
    sent: broadcasts.find(({ status }) => status === 'completed')?.id,
    sequence,
    step: steps[0]?.id,
    webhook: webhook?.id,
    ...(await ofApps(page)),
    bulk_request: await bulkRequestWithFailures(page),
    ...(await ofAutomations(page)),
  }
}

/** Returns an automation with subscribers in it, its first email, and a rule. */
async function ofAutomations(page: Page): Promise<Records> {
  const { rows } = await ask<{ rows: { id: number; kind: string; held: number; state: string }[] }>(
    page,
    'automations.list',
    { per_page: 50 },
  )
  const automation = rows.find((row) => row.held > 0)?.id
  const rule = rows.find(({ kind, state }) => kind === 'rule' && state === 'live')?.id
  const { emails } = await ask<{ emails: { id: number }[] }>(page, 'automations.get', { id: automation })
  return { automation, rule, automation_email: emails[0]?.id }
}

async function bulkRequestWithFailures(page: Page): Promise<number | undefined> {
  type Found = { requests: { id: number; failed_count: number }[] }
  const { requests } = await ask<Found>(page, 'bulk_requests.list', {})
  const id = requests.find(({ failed_count }) => failed_count > 0)?.id
  expect(id).toBeDefined()
  return id
}

/** Returns a published app, and an unpublished one of the account. */
async function ofApps(page: Page): Promise<Records> {
  const { apps } = await ask<{ apps: { id: number }[] }>(page, 'apps.store', {})
  const own = await ask<{ id: number; status: string }[]>(page, 'apps.develop.list', {})
  return { app: apps[0]?.id, own_app: own.find(({ status }) => status === 'unpublished')?.id }
}

interface Rows<Row> {
  rows: Row[]
}

/** Returns administration pages of existing records. */
export async function adminPages(page: Page): Promise<string[]> {
  const accounts = await ask<Rows<{ id: number }>>(page, 'admin.accounts.list', { per_page: 1, sort: 'subscribers' })
  const users = await ask<Rows<{ id: number }>>(page, 'admin.users.list', { per_page: 1 })
  const webhooks = await ask<Rows<{ key: string }>>(page, 'admin.webhooks.endpoints', { per_page: 1 })
  const reviews = await ask<Rows<{ kind: string; id: number }>>(page, 'admin.reviews.list', { per_page: 50 })
  const reviewed = (wanted: string) => reviews.rows.find(({ kind }) => kind === wanted)?.id
  const found: Records = {
    '/accounts/1': accounts.rows[0]?.id,
    '/users/1': users.rows[0]?.id,
    '/webhooks/1': webhooks.rows[0]?.key,
    '/apps/1': reviewed('app'),
    '/templates/1': reviewed('template'),
  }
  return ADMIN_PAGES.filter((address) => !(address.replace(/\b1$/, '[id]') in NOT_LOOKED_AT)).map((address) => {
    const part = Object.keys(found).find((ending) => address.endsWith(ending))
    if (part === undefined) return address
    if (found[part] === undefined) throw new Error(`Nothing to show at ${address}`)
    return address.replace(part, part.replace('1', String(found[part])))
  })
}
