import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import type { PluginKind, SettingComponent } from '../apps/plugin-schema.ts'
import { SettingValues } from './settings-schema.ts'

/** A plugin of an installed app, without the request URLs of the app's server. */
export interface Plugin {
  id: number
  kind: z.infer<typeof PluginKind>
  name: string
  description: string
  app: { id: number; name: string; logo_url: string | null }
  settings: SettingComponent[]
  /** Why the plugin cannot be used: its settings JSON is invalid. */
  problem: string | null
}

export const BlockInput = z.object({ plugin_id: Id, settings: SettingValues })
export type BlockInput = z.infer<typeof BlockInput>
/** Sanitized, without Liquid. */
export interface BlockHtml {
  html: string
}

export const OptionsInput = z.object({
  plugin_id: Id,
  /** Name of the searched or opened field. */
  field: z.string().max(64),
  search: z.string().max(300).default(''),
  settings: SettingValues.default({}),
})
export type OptionsInput = z.infer<typeof OptionsInput>

export const MediaInput = z.object({
  plugin_id: Id,
  settings: SettingValues,
  after: z.string().max(2_000).nullish(),
  before: z.string().max(2_000).nullish(),
  per_page: z.int().min(1).max(100).default(40),
})
export type MediaInput = z.infer<typeof MediaInput>

export interface MediaItem {
  id: string
  title: string
  alt: string
  caption: string
  url: string
  thumbnail_url: string
  attribution: { label: string; href: string | null } | null
  /** Encrypted reference to the download notice requested by the app. Only `placed` can read it. */
  notice: string | null
}

export interface MediaPage {
  items: MediaItem[]
  after: string | null
  before: string | null
}

export const PlacedInput = z.object({ notice: z.string().max(5_000) })
export type PlacedInput = z.infer<typeof PlacedInput>
