import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { t } from '../../lib/locale/texts.ts'
import { PluginSettings, type SettingComponent, type SettingField } from '../apps/plugin-schema.ts'
import { logoUrlSql } from '../apps/store/detail.ts'
import type { Plugin } from './schema.ts'
import { postedSettings, type SettingValues, settingProblems } from './settings-schema.ts'

/** Returns the plugins of installed apps, sorted by app name, then in the app's own order. */
export async function listPlugins(ctx: Ctx): Promise<Plugin[]> {
  const rows = await ctx.sql.rows<PluginRow>(`${INSTALLED} order by a.name, a.id, p.sort_order, p.id`)
  return rows.map(({ id, kind, name, description, app_id, app_name, logo_url, settings }) => {
    const parsed = PluginSettings.safeParse(settings)
    return {
      id,
      kind,
      name,
      description,
      app: { id: app_id, name: app_name, logo_url },
      settings: parsed.success ? parsed.data.map(withoutAddress) : [],
      problem: parsed.success ? null : `${app_name} declares settings that cannot be read. Ask its developer for help.`,
    }
  })
}

/** A plugin as its app declared it, including request URLs. For services only, never part of a response. */
export interface InstalledPlugin {
  id: number
  app_id: number
  app_name: string
  request_url: string
  settings: SettingComponent[]
  /** True while an administrator of the instance has paused the app: its server is not called. */
  is_paused: boolean
}

/** Returns a plugin. Throws not_found if its app is not installed, invalid if its settings JSON is invalid. */
export async function findPlugin(
  ctx: Ctx,
  { plugin_id, kind }: { plugin_id: number; kind?: Plugin['kind'] },
): Promise<InstalledPlugin> {
  const row = await ctx.sql.one<PluginRow>(`${INSTALLED} and p.id = $2 and p.kind = coalesce($3, p.kind)`, [
    plugin_id,
    kind ?? null,
  ])
  if (!row) throw notFound('The app is not installed')
  const { id, app_id, app_name, request_url, settings, is_paused } = row
  const parsed = PluginSettings.safeParse(settings)
  if (!parsed.success) throw invalid(t`${app_name} declares settings that cannot be read. Ask its developer for help.`)
  return { id, app_id, app_name, request_url, settings: parsed.data, is_paused }
}

/** Returns the settings to send to the app. Throws invalid with the missing or wrong ones. */
export function settingsFor({ settings }: InstalledPlugin, values: SettingValues): SettingValues {
  const problems = Object.values(settingProblems(settings, values))
  if (problems.length > 0) throw invalid(problems)
  return postedSettings(settings, values)
}

interface PluginRow {
  id: number
  kind: Plugin['kind']
  name: string
  description: string
  request_url: string
  settings: unknown
  app_id: number
  app_name: string
  is_paused: boolean
  logo_url: string | null
}

const INSTALLED = `select p.id, p.kind, p.name, p.description, p.request_url, p.settings, a.id as app_id, a.name as app_name,
    a.calls_paused_at is not null as is_paused,
    ${logoUrlSql('a')} as logo_url
  from app_plugin p join app a on a.id = p.app_id
  where a.deleted_at is null
    and exists (select from installation i where i.account_id = $1 and i.app_id = a.id and i.state = 'installed')`

function withoutAddress(component: SettingComponent): SettingComponent {
  if (component.type === 'group') return { ...component, settings: component.settings.map(hideAddress) }
  return hideAddress(component)
}

const hideAddress = (field: SettingField): SettingField =>
  field.type === 'search' || field.type === 'dynamic_select' ? { ...field, request_url: '' } : field
