import { type Effect, failAll } from './outcome.ts'

const NO_MEMBERS = 'This step only notifies former members. Choose someone else.'

/** Counts arrivals. A job emails the counts (emails/notices.ts). */
export const notifyTeam: Effect<'notify_team'> = async (tx, set, { user_ids, message }) => {
  const told = await tx.sql.run(
    `insert into automation_notice as n (account_id, automation_id, user_id, step_id, message, arrived)
     select $1, $2, m.user_id, $4, $5, $6 from membership m
     where m.account_id = $1 and m.user_id = any ($3::int[]) order by m.user_id
     on conflict (account_id, automation_id, user_id, step_id)
       do update set message = excluded.message, arrived = n.arrived + excluded.arrived`,
    [set.automation_id, user_ids, set.step_id, message, set.runs.length],
  )
  return told === 0 ? failAll(set, NO_MEMBERS, { retry: false }) : new Map()
}
