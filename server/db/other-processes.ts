import type pg from 'pg'

/** Marks a migration that breaks processes of an older version. */
export const NEEDS_ALL_STOPPED = '-- Needs every other process stopped.'

/**
 * Returns the connections of other processes of Envoi, by name and address. Processes that also wait to migrate are not listed. A process whose
 * DATABASE_URL sets another `application_name` cannot be recognized. A connection without a query for a minute is ignored, because a pooler may
 * have kept it: each process reads the database's clock every ten seconds.
 */
export async function otherProcesses(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ described: string }>(
    `select application_name || ' from ' || coalesce(host(client_addr), 'this machine') || ' ('
       || count(*) || case count(*) when 1 then ' connection)' else ' connections)' end as described
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and application_name like 'envoi%' and application_name <> 'envoi migrate'
       and (state <> 'idle' or state_change > clock_timestamp() - interval '1 minute')
     group by application_name, client_addr order by application_name, client_addr`,
  )
  return rows.map(({ described }) => described)
}
