import type { Tx } from '../../../core/write/write.ts'

/**
 * Starts pulling events for the automation's app nodes, and stops for nodes without listeners. Nodes with the same app and settings keep
 * their cursor.
 */
export async function watchApps(tx: Tx, { automation_id }: { automation_id: number }): Promise<void> {
  const nodes = `select distinct l.account_id, l.automation_id, l.step_id, l.object::int as plugin_id,
      md5((l.detail -> 'settings')::text) as settings_key, l.detail -> 'settings' as settings
    from automation_listener l where l.account_id = $1 and l.automation_id = $2 and l.type = 'app_event'`
  await tx.sql.run(
    `delete from automation_pull p where p.account_id = $1 and p.automation_id = $2
       and (p.step_id, p.plugin_id, p.settings_key) not in (select n.step_id, n.plugin_id, n.settings_key from (${nodes}) n)`,
    [automation_id],
  )
  await tx.sql.run(
    `insert into automation_pull (account_id, automation_id, step_id, plugin_id, settings_key, settings, since, next_at)
     select n.*, $3, $3 from (${nodes}) n
     on conflict (account_id, automation_id, step_id, plugin_id, settings_key) do nothing`,
    [automation_id, tx.now()],
  )
}
