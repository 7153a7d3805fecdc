import type pg from 'pg'

const NAMES = ['fsync', 'full_page_writes', 'wal_level', 'synchronous_commit', 'shared_buffers']

/** Returns the settings of a running PostgreSQL on which figures of writes depend, as it reports them. */
export async function postgresSettings(client: Pick<pg.Pool, 'query'>): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [NAMES],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export const settingsText = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
