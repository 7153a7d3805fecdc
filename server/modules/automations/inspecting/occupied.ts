import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { Step } from '../graph-schema.ts'
import type { OccupiedStep } from '../inspecting-schema.ts'
import { describeStep, sentence } from '../publishing/describe.ts'
import { emailIdsOf, findObjects, referencesOf } from '../publishing/objects.ts'
import { PLACES } from '../running/inside.ts'

interface Row {
  step_id: string
  versions: number[]
  count: number
  is_current: boolean
  step: unknown
}

/** More steps than a version can have, even with subscribers in several versions. */
const MAX_OCCUPIED_STEPS = 1_000

/** Lists steps with subscribers in the current and earlier versions, most subscribers first. Throws not_found. */
export async function listOccupiedSteps(ctx: Ctx, { id }: { id: number }): Promise<OccupiedStep[]> {
  const step_rows = await ctx.sql.rows<Row | { step_id: null }>(
    `select o.* from automation t left join lateral (
       select p.step_id, array_agg(p.version order by p.version) as versions, sum(p.count)::int as count,
         coalesce((select v.graph @> jsonb_build_object('steps', jsonb_build_array(jsonb_build_object('id', p.step_id)))
           from automation_version v where v.account_id = $1 and v.automation_id = $2 and v.version = t.version), false) as is_current,
         (select x from automation_version v cross join jsonb_array_elements(v.graph -> 'steps') x
           where v.account_id = $1 and v.automation_id = $2 and v.version = max(p.version) and x ->> 'id' = p.step_id limit 1) as step
       from (${PLACES}) p group by p.step_id
     ) o on o.step is not null
     where t.account_id = $1 and t.id = $2 and t.deleted_at is null order by o.count desc, o.step_id limit ${MAX_OCCUPIED_STEPS}`,
    [id],
  )
  if (step_rows.length === 0) throw notFound()
  const rows = step_rows.flatMap((row) => (row.step_id === null ? [] : { ...row, step: Step.parse(row.step) }))
  const steps = rows.map(({ step }) => step)
  const { names } = await findObjects(ctx, {
    named: referencesOf({ triggers: [], steps }),
    email_ids: emailIdsOf(steps),
  })
  return rows.map(({ step, ...row }) => ({ ...row, label: sentence(describeStep(step, names)) }))
}
