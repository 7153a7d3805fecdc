import { z } from 'zod'
import { AssistantLimits } from '../../core/assistants.ts'
import { Id, named, storable, Timestamp } from '../../core/wire.ts'
import { PluginKind } from './plugin-schema.ts'
import type { Screenshot as ScreenshotView } from './screenshot-schema.ts'
import { CATEGORIES } from './values-schema.ts'

export const ById = z.object({ id: Id })

export type Category = keyof typeof CATEGORIES
export const Category = z.enum(Object.keys(CATEGORIES) as [Category, ...Category[]])

export const AppStatus = z.enum(['unpublished', 'in_review', 'published'])

export const Screenshot: z.ZodType<ScreenshotView, ScreenshotView> = z.object({
  key: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
})

/** An installed app with its permissions, its installer, and its last use of the API. */
export const InstalledApp = named('Installation', {
  installation_id: z.int(),
  app_id: z.int(),
  name: z.string(),
  tagline: z.string(),
  logo_url: z.string().nullable(),
  /** Set by apps that distinguish tenants; '' for most. */
  tenant_name: z.string(),
  /** `pending`: it has tokens, but its installation was never completed. */
  state: z.enum(['pending', 'installed']),
  /** Time when a test of the version in review is removed; null for other installations. */
  test_expires_at: Timestamp.nullable(),
  scopes: z.array(z.string()),
  /** Limits of an assistant; null for other apps. */
  assistant: AssistantLimits.nullable(),
  installed_by: z.string().nullable(),
  installed_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  webhook_endpoint_count: z.int(),
  settings_url: z.string().nullable(),
})
export type InstalledApp = z.infer<typeof InstalledApp>

/** An app in the store's list. */
export const StoreApp = z.object({
  id: z.int(),
  name: z.string(),
  tagline: z.string(),
  category: Category.nullable(),
  logo_url: z.string().nullable(),
  developer: z.string().nullable(),
  /** True if it is installed in the selected account. */
  is_installed: z.boolean(),
})
export type StoreApp = z.infer<typeof StoreApp>

/** Search words, each of which must match. */
export const StoreFilter = z.object({
  search: z.string().max(200).overwrite(storable).default(''),
  category: Category.nullish(),
  page: z.int().min(1).max(10_000).default(1),
})
export type StoreFilter = z.infer<typeof StoreFilter>

export const PluginLine = z.object({
  kind: PluginKind,
  name: z.string(),
  description: z.string(),
})

/** An app's page in the store, with its texts and permissions. */
export const StoreListing = z.object({
  id: z.int(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  category: Category.nullable(),
  logo_url: z.string().nullable(),
  screenshots: z.array(Screenshot),
  developer: z.string().nullable(),
  website_url: z.string().nullable(),
  support_url: z.string().nullable(),
  settings_url: z.string().nullable(),
  /** False for apps that are not published, which were never reviewed or have left the store. */
  is_published: z.boolean(),
  published_at: Timestamp.nullable(),
  /** Requested scopes; empty if the app needs no access. */
  scopes: z.array(z.string()),
  plugins: z.array(PluginLine),
  webhook_events: z.array(z.string()),
})
export type StoreListing = z.infer<typeof StoreListing>

/** The installation in the selected account. */
export interface OwnInstallation {
  installation_id: number
  installed_at: string | null
  /** True for a test of the version in review. */
  is_test: boolean
}
