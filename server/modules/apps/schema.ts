import { z } from 'zod'
import { Id, storable, Timestamp } from '../../core/wire.ts'

export { EVENT_WORDS } from '../../core/public-events.ts'

export const ById = z.object({ id: Id })
export type ById = z.infer<typeof ById>

/** Shelves of the store. */
export const CATEGORIES = {
  selling: 'Selling',
  courses: 'Courses and memberships',
  websites: 'Websites and pages',
  growth: 'Growing an audience',
  content: 'Pictures and content',
  analytics: 'Analytics',
  automation: 'Automation and data',
} as const
export type Category = keyof typeof CATEGORIES
export const Category = z.enum(Object.keys(CATEGORIES) as [Category, ...Category[]])

export const AppStatus = z.enum(['unpublished', 'in_review', 'published'])
export type AppStatus = z.infer<typeof AppStatus>

/** An app where it is installed: what it may do, who let it in, when it last came. */
export const InstalledApp = z.object({
  installation_id: z.int(),
  app_id: z.int(),
  name: z.string(),
  tagline: z.string(),
  logo_url: z.string().nullable(),
  /** One per tenant of an app that knows several; '' for most. */
  tenant_name: z.string(),
  /** `pending`: it holds tokens, but its installation was never finished. */
  state: z.enum(['pending', 'installed']),
  scopes: z.array(z.string()),
  installed_by: z.string().nullable(),
  installed_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  webhook_endpoint_count: z.int(),
  settings_url: z.string().nullable(),
})
export type InstalledApp = z.infer<typeof InstalledApp>

/** An app on the shelf. */
export const StoreApp = z.object({
  id: z.int(),
  name: z.string(),
  tagline: z.string(),
  category: Category.nullable(),
  logo_url: z.string().nullable(),
  developer: z.string().nullable(),
  /** Whether the open account has it. */
  is_installed: z.boolean(),
})
export type StoreApp = z.infer<typeof StoreApp>

/** Words as people type them: every one of them has to be found. */
export const StoreFilter = z.object({
  search: z.string().max(200).overwrite(storable).default(''),
  category: Category.nullish(),
  page: z.int().min(1).max(10_000).default(1),
})
export type StoreFilter = z.infer<typeof StoreFilter>

export const PluginLine = z.object({
  kind: z.enum(['content_block', 'media_source']),
  name: z.string(),
  description: z.string(),
})

/** What the store says of an app: its own words, and what it will be able to do. */
export const StoreListing = z.object({
  id: z.int(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  category: Category.nullable(),
  logo_url: z.string().nullable(),
  developer: z.string().nullable(),
  website_url: z.string().nullable(),
  support_url: z.string().nullable(),
  settings_url: z.string().nullable(),
  /** Nobody of this instance has looked at it before it is. */
  is_published: z.boolean(),
  published_at: Timestamp.nullable(),
  /** What it asks of an account, empty when it asks for no access. */
  scopes: z.array(z.string()),
  plugins: z.array(PluginLine),
  webhook_events: z.array(z.string()),
})
export type StoreListing = z.infer<typeof StoreListing>

/** Of the open account. */
export interface OwnInstallation {
  installation_id: number
  installed_at: string | null
}
