import type { AppDetail, AppFacts } from './develop-schema.ts'
import { ADDRESS_FIELDS, ADDRESSES, type AddressField } from './values-schema.ts'

// Decides which changes of a published app need a review, until which the approved version stays in the store. Pure, because the
// developer's forms also use it.

/** Fields that creators see in the store and on the consent page. */
const LISTED = {
  name: 'Name',
  tagline: 'Tagline',
  description: 'Description',
  category: 'Category',
  screenshots: 'Screenshots',
  website_url: 'Website',
  support_url: 'Help',
  settings_url: ADDRESSES.settings_url,
  scopes: 'Access',
  webhook_events: 'Events',
} as const satisfies Partial<Record<keyof AppFacts, string>>
type ListedField = keyof typeof LISTED
const LISTED_FIELDS = Object.keys(LISTED) as ListedField[]

type Addressed = Pick<AppFacts, AddressField | 'redirect_uris' | 'return_to_domains'>

/** Returns the hosts to which a change would newly send users, secrets or data. */
export function newHosts(app: Addressed, change: Partial<Addressed>): string[] {
  const known = hostsOf(app)
  return [...hostsOf({ ...app, ...change })].filter((host) => !known.has(host))
}

function hostsOf({ redirect_uris, return_to_domains, ...app }: Addressed): Set<string> {
  const urls = [...redirect_uris, ...ADDRESS_FIELDS.map((field) => app[field])]
  return new Set([...urls.flatMap((url) => (url && URL.parse(url)?.host) || []), ...return_to_domains])
}

/**
 * Returns whether a change of a published app needs a review: it changes texts that creators read, or sends users, secrets or data to a new
 * host. Other paths of known hosts need none.
 */
export function needsReview(approved: AppFacts, change: Partial<AppFacts>): boolean {
  const isListed = LISTED_FIELDS.some((field) => field in change && !isSame(approved[field], change[field]))
  const asksForAccess = { ...approved, ...change }.authorization_url !== null
  const hasAccessChange = asksForAccess !== (approved.authorization_url !== null)
  return isListed || hasAccessChange || newHosts(approved, change).length > 0
}

/** Returns whether two facts are the same. The order of texts in a list does not matter. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** The approved and the proposed value of a fact. */
export interface FactChange {
  field: keyof AppFacts
  label: string
  before: string
  after: string
}

/** Returns the changes since the approval, for the developer and the reviewer. */
export function changesOf({ approved, ...app }: AppDetail): FactChange[] {
  if (!approved) return []
  return (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((field) => !isSame(approved[field], app[field]))
    .map((field) => ({
      field,
      label: LABELS[field],
      before: displayText(approved[field]),
      after: displayText(app[field]),
    }))
}

const LABELS = {
  logo_url: 'Logo',
  ...LISTED,
  redirect_uris: 'Redirect URIs',
  return_to_domains: 'return_to domains',
  ...ADDRESSES,
  plugin_client_id: 'Plugin client ID',
} as const satisfies Partial<Record<keyof AppFacts, string>>

function canonical(value: unknown): string {
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? [...value].sort().join('\n') : ordered(value)
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** Serializes objects in their order, with sorted properties. */
const ordered = (items: readonly object[]): string =>
  items.map((item) => JSON.stringify(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))).join('\n')

const displayText = (value: string | readonly string[] | readonly object[] | null): string =>
  value === null ? '' : canonical(value)
