import { database } from '../../db/client.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { adminWrite } from '../audit/admin-write.ts'
import type { Ctx } from '../context.ts'
import type { Tx } from '../write/write.ts'
import { NotifiedCache } from './notified-cache.ts'
import { settingLabel } from './setting-labels.ts'
import { DEFAULT_SETTINGS, type InstanceSettingName, InstanceSettings } from './settings-schema.ts'

/** Caches the settings of the instance in this process. */
export class SettingsCache extends NotifiedCache<InstanceSettings> {
  constructor() {
    super({ channel: 'instance_settings', initial: DEFAULT_SETTINGS, read: readSettings })
  }
}

async function readSettings(): Promise<InstanceSettings> {
  const { rows } = await database().pool.query<{ name: string; value: unknown }>(
    'select name, value from instance_setting',
  )
  return settingsOf(rows)
}

/** A value that this version does not accept, such as a newer version's, counts as not set. */
function settingsOf(rows: readonly { name: string; value: unknown }[]): InstanceSettings {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS }
  for (const { name, value } of rows) {
    const parsed = Object.hasOwn(InstanceSettings.shape, name)
      ? InstanceSettings.shape[name as InstanceSettingName].safeParse(value)
      : undefined
    if (parsed?.success) settings[name] = parsed.data
  }
  return settings as InstanceSettings
}

const singleton = processSingleton('instance settings', () => ({ cache: new SettingsCache() }))

/** Returns the settings of the instance. Changes take effect in every process within seconds. */
export const instanceSettings = (): Promise<InstanceSettings> => singleton.cache.get()

/** Returns the last read settings, for code that cannot wait. */
export const latestInstanceSettings = (): InstanceSettings => singleton.cache.latest()

const POLL_MS = 5_000

/** Reads the settings now and every few seconds. Returns a function that stops this. */
export const watchInstanceSettings = (): Promise<() => void> => singleton.cache.watch(POLL_MS)

/**
 * Saves settings; others stay unchanged. Each change is one audit entry with the values before and after; for lists, with added and removed
 * items, because whole lists are long. `check` may reject the result in the same transaction.
 */
export async function saveInstanceSettings(
  ctx: Ctx,
  input: Partial<InstanceSettings>,
  check?: (tx: Tx, settings: InstanceSettings) => Promise<void>,
): Promise<InstanceSettings> {
  await adminWrite(ctx, {}, async (tx, record) => {
    const rows = await tx.sql.rows<{ name: string; value: unknown }>(
      `${UNSCOPED}select name, value from instance_setting order by name for update`,
    )
    const old: Record<string, unknown> = settingsOf(rows)
    const changed = Object.entries(input).filter(
      ([name, value]) => value !== undefined && JSON.stringify(old[name]) !== JSON.stringify(value),
    )
    await check?.(tx, settingsOf([...rows, ...changed.map(([name, value]) => ({ name, value }))]))
    for (const [name, value] of changed)
      await tx.sql.run(
        `${UNSCOPED}insert into instance_setting (name, value, updated_at) select $1, $2::jsonb, $3
         on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
        [name, JSON.stringify(value), tx.now()],
      )
    const values = changed.filter(([, value]) => !Array.isArray(value))
    await record({
      action: 'settings_changed',
      details: {
        names: changed.map(([name]) => settingLabel(name)).join(', ') || 'nothing',
        ...listChanges(old, changed),
        before: Object.fromEntries(values.map(([name]) => [name, old[name]])),
        after: Object.fromEntries(values),
      },
    })
    tx.onCommit(() => singleton.cache.forget())
  })
  return singleton.cache.get()
}

function listChanges(old: Record<string, unknown>, changed: readonly [string, unknown][]): Record<string, unknown[]> {
  const lists = changed.flatMap(([name, now]) => {
    const before = old[name]
    if (!Array.isArray(now) || !Array.isArray(before)) return []
    return [
      [`${name}_added`, now.filter((member) => !before.includes(member))],
      [`${name}_removed`, before.filter((member) => !now.includes(member))],
    ] as const
  })
  return Object.fromEntries(lists.filter(([, members]) => members.length > 0))
}
