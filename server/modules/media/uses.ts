import type { Ctx } from '../../core/context.ts'
import { getPicture } from './records.ts'
import type { PictureUse } from './schema.ts'

/** Maximum number of uses shown on a page. */
const MOST = 100
/** Number of latest sent emails of sequences and automations that are searched for earlier versions with the image. */
const MAX_RECENT = 1_000

/**
 * Lists the uses of an image in any of its sizes. Reads the tables of later modules, because no other module knows every place that shows
 * images.
 */
export async function findPictureUses(ctx: Ctx, { id }: { id: number }): Promise<PictureUse[]> {
  const { key } = await getPicture(ctx, { id })
  const uses = (columns: string) => `position($2 in concat_ws(' ', ${columns})) > 0`
  const names = (json: string) =>
    `jsonb_path_exists(${json}, '$.**.picture_id ? (@ == $id)', jsonb_build_object('id', $3::int))`
  return ctx.sql.rows<PictureUse>(
    `with sent as (
       select m.sequence_email_id, m.automation_email_id from (
         select sequence_email_id, automation_email_id, snapshot from mail where account_id = $1 order by id desc limit ${MAX_RECENT}
       ) m where position($2 in m.snapshot::text) > 0)
     select kind, id, parent_id, name, is_sent from (
       (select 1 as place, 'broadcast' as kind, b.id, null::int as parent_id, b.subject as name,
          b.status not in ('draft', 'scheduled') as is_sent from broadcast b
        where b.account_id = $1 and ${uses('b.content, b.thumbnail_url, b.versions::text')})
       union all
       (select 2, 'sequence_email', e.id, e.sequence_id, e.subject, exists (
          select from mail m where m.account_id = $1 and m.sequence_email_id = e.id and m.recipients > 0)
        from sequence_email e where e.account_id = $1 and (${uses('e.content, e.draft::text')} or e.id in (select sequence_email_id from sent)))
       union all
       (select 3, 'automation_email', x.id, x.automation_id, x.subject, exists (
          select from mail m where m.account_id = $1 and m.automation_email_id = x.id and m.recipients > 0)
        from automation_email x where x.account_id = $1 and x.deleted_at is null
          and (${uses('x.content')} or x.id in (select automation_email_id from sent)))
       union all
       (select 4, 'post', p.id, null, p.title, false from post p
        where p.account_id = $1 and ${uses('p.content, p.content_html, p.thumbnail_url')})
       union all
       (select 5, 'snippet', s.id, null, s.name, false from snippet s
        where s.account_id = $1 and ${uses('s.content, s.value_html')})
       union all
       (select 6, 'template', t.id, null, t.name, false from email_template t
        where t.account_id = $1 and ${uses('t.html, t.source, t.design::text')})
       union all
       (select 7, 'form', f.id, null, f.name, false from form f where f.account_id = $1 and (${uses('f.settings::text')}
          or ${names('f.settings')} or exists (select from landing_page l where l.account_id = $1 and l.form_id = f.id
            and ${names('jsonb_build_array(l.draft, l.published)')})
          or exists (select from landing_page_b l where l.account_id = $1 and l.form_id = f.id
            and ${names('jsonb_build_array(l.draft, l.published)')})))
       union all
       (select 8, 'profile', c.account_id, null, c.name, false from creator_profile c
        where c.account_id = $1 and ${uses('c.image_url')})
       union all
       (select 9, 'style', y.account_id, null, null, false from account_style y
        where y.account_id = $1 and (y.choices->>'logo_id')::int = $3)
     ) u order by place, id desc limit ${MOST}`,
    [key, id],
  )
}
