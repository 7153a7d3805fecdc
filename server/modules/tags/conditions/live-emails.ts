import type { Tx } from '../../../core/write/write.ts'
import { type ConditionKind, conditionNames } from '../../../mail/liquid/condition-names.ts'

/** SQL of emails that may be sent next, without layouts and snippets: their texts and their template, null for the default. */
const LIVE = `live (source, template_id) as not materialized (
  select concat_ws(' ', b.subject, b.preview_text, b.content,
      (select string_agg(part.value, ' ') from jsonb_array_elements(b.versions) v, jsonb_each_text(v) part)),
    b.email_template_id
  from broadcast b where b.account_id = $1 and b.status in ('scheduled', 'sending')
  union all select concat_ws(' ', m.snapshot ->> 'subject', m.snapshot ->> 'html'), b.email_template_id
  from broadcast b join mail m on m.account_id = $1 and m.broadcast_id = b.id
  where b.account_id = $1 and b.status = 'sending'
  union all select concat_ws(' ', e.subject, e.preview_text, e.content), coalesce(e.email_template_id, s.email_template_id)
  from sequence_email e join sequence s on s.account_id = $1 and s.id = e.sequence_id
  where e.account_id = $1 and e.published and e.deleted_at is null and s.active and s.deleted_at is null
  union all select concat_ws(' ', v.subject, v.preview_text, v.content), v.email_template_id
  from automation_version_email v join automation a on a.account_id = $1 and a.id = v.automation_id
  where v.account_id = $1 and a.state = 'live' and a.deleted_at is null)`

/**
 * SQL of the conditions of live emails and their layouts. To read less, it selects only the part from the beginning of a condition to the
 * end of its tag.
 */
const conditionsSql = (kind: ConditionKind) => `with ${LIVE}
  select distinct found[1] as condition from (
    select l.source from live l where l.source like '%subscriber.${kind}%'
    union all select e.html from email_template e
    where e.account_id = $1 and e.html like '%subscriber.${kind}%'
      and exists (select from live l where l.template_id = e.id or (l.template_id is null and e.is_default))
  ) x, regexp_matches(x.source, '(subscriber\\.${kind}.*?%\\})', 'g') found limit $2`

const snippetsSql = (
  kind: ConditionKind,
) => `select s.id, concat_ws(' ', s.content, s.value_html) as source from snippet s
  where s.account_id = $1 and concat_ws(' ', s.content, s.value_html) like '%subscriber.${kind}%' order by s.id limit $2`

/**
 * SQL of whether a live email or its layout contains one of the snippets, directly or through another. A key inside other words also
 * counts.
 */
const HAS_SNIPPET = `with recursive ${LIVE}, inner_snippet (key) as (
    select s.key from snippet s where s.account_id = $1 and s.id = any ($2::int[])
    union select s.key from inner_snippet i
    join snippet s on s.account_id = $1 and strpos(concat_ws(' ', s.content, s.value_html), i.key) > 0)
  select exists (select from inner_snippet i join live l on strpos(l.source, i.key) > 0)
    or exists (select from inner_snippet i join email_template e on e.account_id = $1 and strpos(e.html, i.key) > 0
      and exists (select from live l where l.template_id = e.id or (l.template_id is null and e.is_default))) as is_live`

/** Maximum number of conditions that are read. If there are more, every name counts as used. */
const MOST = 1000

/**
 * Returns whether an email that may be sent before an undo has a block for the tag or segment with this name, because while it is deleted,
 * no subscriber has it. Reads the tables of later modules, because no other module knows every email.
 */
export async function isInLiveEmail(tx: Tx, { kind, name }: { kind: ConditionKind; name: string }): Promise<boolean> {
  const conditions = await tx.sql.rows<{ condition: string }>(conditionsSql(kind), [MOST])
  if (conditions.length === MOST) return true
  const asked = conditions.map(({ condition }) => condition)
  if (conditionNames(asked, kind).includes(name)) return true
  const snippets = await tx.sql.rows<{ id: number; source: string }>(snippetsSql(kind), [MOST])
  const naming = snippets.filter(({ source }) => conditionNames([source], kind).includes(name)).map(({ id }) => id)
  if (naming.length === 0) return false
  return (await tx.sql.one<{ is_live: boolean }>(HAS_SNIPPET, [naming]))?.is_live === true
}
