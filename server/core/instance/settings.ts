import { database } from '../../db/client.ts'
import type { PersistentSession } from '../../db/connections/persistent-session.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { adminWrite } from '../audit/admin-write.ts'
import type { Ctx } from '../context.ts'
import { DEFAULT_SETTINGS, type InstanceSettingName, InstanceSettings } from './settings-schema.ts'

/** Sent by a trigger on each change. */
const CHANNEL = 'instance_settings'
const LISTEN_AGAIN_MS = 1_000

/**
 * The settings of the instance in this process: read once, and again after each notification and each new connection. A pooler in
 * transaction mode delivers no notifications, so the service also calls `refresh` every few seconds.
 */
export class SettingsCache {
  #settings: InstanceSettings = DEFAULT_SETTINGS
  #reading: Promise<void> | undefined
  /** Counts notifications: what was read before the last one is old. */
  #generation = 0
  #read_generation = -1
  #session: PersistentSession | undefined
  #failed_at = Number.NEGATIVE_INFINITY

  /** Returns the settings, after reading them if they changed. Throws if the database does not answer. */
  async get(): Promise<InstanceSettings> {
    this.#listen()
    while (this.#read_generation !== this.#generation) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined
      })
      await this.#reading
    }
    return this.#settings
  }

  /** Returns what was read last, without waiting; the defaults before that. */
  latest(): InstanceSettings {
    return this.#settings
  }

  forget(): void {
    this.#generation += 1
  }

  /** Reads them again; until then the ones before are used. */
  async refresh(): Promise<void> {
    await this.#read()
  }

  async #read(): Promise<void> {
    const generation = this.#generation
    const { rows } = await database().pool.query<{ name: string; value: unknown }>(
      'select name, value from instance_setting',
    )
    this.#settings = settingsOf(rows)
    this.#read_generation = generation
  }

  #listen(): void {
    const { session } = database()
    if (this.#session === session || performance.now() - this.#failed_at < LISTEN_AGAIN_MS) return
    this.#session = session
    this.forget()
    const onNotification = () => {
      if (this.#session !== session) return
      this.forget()
      // For those who use what was read last. Until it succeeds, the settings before are used.
      this.get().catch(() => undefined)
    }
    session.use({ channels: [CHANNEL], onNotification }).catch(() => {
      this.#session = undefined
      this.#failed_at = performance.now()
    })
  }
}

/** A value that this version does not accept, such as one of a newer version, counts as not set. */
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

/** Returns the settings of the instance. Effective in every process within seconds of a change. */
export const instanceSettings = (): Promise<InstanceSettings> => singleton.cache.get()

/** Returns the settings as last read, for code that cannot wait. */
export const latestInstanceSettings = (): InstanceSettings => singleton.cache.latest()

const POLL_MS = 5_000

/** Reads the settings now and every few seconds. Returns what ends that. */
export async function watchInstanceSettings(): Promise<() => void> {
  await singleton.cache.get()
  // An outage is noticed and logged elsewhere; until it ends the settings stay what they were.
  const timer = setInterval(() => void singleton.cache.refresh().catch(() => undefined), POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Saves settings; others stay as they are. Each change is one audit entry with the value before and after. */
export async function saveInstanceSettings(ctx: Ctx, input: Partial<InstanceSettings>): Promise<InstanceSettings> {
  await adminWrite(ctx, {}, async (tx, record) => {
    const rows = await tx.sql.rows<{ name: string; value: unknown }>(
      'select name, value from instance_setting where $1::int is not null order by name for update',
    )
    const old: Record<string, unknown> = settingsOf(rows)
    const changed = Object.entries(input).filter(
      ([name, value]) => value !== undefined && JSON.stringify(old[name]) !== JSON.stringify(value),
    )
    for (const [name, value] of changed)
      await tx.sql.run(
        `insert into instance_setting (name, value, updated_at) select $2, $3::jsonb, $4 where $1::int is not null
         on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
        [name, JSON.stringify(value), tx.now()],
      )
    await record({
      action: 'settings_changed',
      details: {
        names: changed.map(([name]) => name.replaceAll('_', ' ')).join(', ') || 'nothing',
        before: Object.fromEntries(changed.map(([name]) => [name, old[name]])),
        after: Object.fromEntries(changed),
      },
    })
    tx.onCommit(() => singleton.cache.forget())
  })
  return singleton.cache.get()
}
