import { isBelow } from '../../lib/net/path-below.ts'
import { AppError } from '../errors.ts'
import type { InstanceSettings } from './settings-schema.ts'

// The dashboard uses the same list, so this imports nothing of the server.

/** A part of the product that administrators can disable, with its setting and everything that belongs to it. */
interface Feature {
  label: string
  setting:
    | 'has_api'
    | 'has_webhooks'
    | 'has_imports'
    | 'has_app_store'
    | 'has_automation_apps'
    | 'has_forms'
    | 'has_posts'
    | 'has_assistants'
    | 'has_client_documents'
  /** Dashboard routers whose changes are refused. */
  routers: readonly string[]
  /** Path prefixes of pages. */
  pages: readonly string[]
  /** Path prefixes of the API. */
  api: readonly string[]
}

export const FEATURES: readonly Feature[] = [
  { label: 'API', setting: 'has_api', routers: ['api_keys'], pages: ['/settings/api-keys'], api: ['/v4', '/v1'] },
  {
    label: 'Webhooks',
    setting: 'has_webhooks',
    routers: ['webhooks'],
    pages: ['/settings/webhooks'],
    api: ['/v4/webhook_endpoints', '/v4/webhooks', '/v4/automations/hooks'],
  },
  { label: 'Imports', setting: 'has_imports', routers: ['imports'], pages: ['/subscribers/import'], api: [] },
  {
    label: 'App store',
    setting: 'has_app_store',
    routers: ['apps', 'installs'],
    pages: ['/apps', '/settings/apps'],
    api: [],
  },
  // Their calls wait: see automations/apps.
  { label: 'Apps in automations', setting: 'has_automation_apps', routers: [], pages: [], api: [] },
  {
    label: 'Forms and landing pages',
    setting: 'has_forms',
    routers: ['forms', 'recommendations'],
    pages: ['/forms', '/settings/recommendations'],
    api: ['/v4/forms'],
  },
  {
    label: 'Public posts',
    setting: 'has_posts',
    routers: ['posts', 'sites'],
    pages: ['/posts', '/settings/site', '/settings/product'],
    api: ['/v4/posts'],
  },
  { label: 'Assistants', setting: 'has_assistants', routers: ['approvals'], pages: ['/approvals'], api: ['/mcp'] },
  // Read where they ask for consent: see oauth/clients.
  { label: 'Apps identified by an address', setting: 'has_client_documents', routers: [], pages: [], api: [] },
]

const refusal = ({ label }: Feature) =>
  new AppError('forbidden', [
    `${label} ${label.endsWith('s') ? 'are' : 'is'} switched off on this instance by its administrators`,
  ])

const off = (settings: InstanceSettings) => FEATURES.filter(({ setting }) => !settings[setting])

/** Throws forbidden if a procedure of the dashboard changes a disabled feature. */
export function refuseProcedure(settings: InstanceSettings, path: string): void {
  const [name = ''] = path.split('.')
  const feature = off(settings).find(({ routers }) => routers.includes(name))
  if (feature) throw refusal(feature)
}

/** Throws forbidden if a path of /v4 belongs to a disabled feature. */
export function refuseApiPath(settings: InstanceSettings, path: string): void {
  const feature = off(settings).find(({ api }) => isBelow(path, api))
  if (feature) throw refusal(feature)
}

/** Returns path prefixes of pages that do not exist, because their feature is disabled. */
export const pagesOff = (settings: InstanceSettings): string[] => off(settings).flatMap(({ pages }) => [...pages])
