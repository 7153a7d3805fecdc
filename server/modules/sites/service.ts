import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { hyphenSlug } from '../../lib/text/slug.ts'
import { namePrefix, siteUrlSql } from '../style/site-url.ts'
import { loadDomain } from './domain.ts'
import { takeName } from './names.ts'
import type { SiteInput, SiteView } from './schema.ts'
import { MAX_NAME_LENGTH } from './values-schema.ts'

const MAX_FORMS = 200

/** Returns the settings of the account's public site. */
export async function getSite(ctx: Ctx): Promise<SiteView> {
  const [row, forms, shown_form, domain] = await Promise.all([
    ctx.sql.one<
      Pick<SiteView, 'name' | 'url' | 'has_form' | 'form_id' | 'layout' | 'has_address'> & { account_name: string }
    >(
      `select a.name as account_name, s.name, ${siteUrlSql('a.id')} as url, coalesce(s.has_form, true) as has_form, s.form_id,
         coalesce(s.layout, 'magazine') as layout, coalesce(s.has_address, false) as has_address
       from account a left join site s on s.account_id = a.id where a.id = $1`,
    ),
    ctx.sql.rows<{ id: number; name: string }>(
      `select id, name from form where account_id = $1 and status = 'active' order by id desc limit ${MAX_FORMS}`,
    ),
    shownForm(ctx),
    loadDomain(ctx),
  ])
  if (!row) throw new Error('The account is gone')
  const { account_name, ...site } = row
  return {
    ...site,
    suggested_name: hyphenSlug(account_name).slice(0, MAX_NAME_LENGTH).replace(/-$/, ''),
    name_prefix: namePrefix(),
    forms,
    shown_form: shown_form ? { id: shown_form.id, name: shown_form.name } : null,
    domain,
  }
}

/** Changes the name, the form and the look. Absent properties are unchanged. Throws invalid for a name or form that the account cannot use. */
export async function saveSite(ctx: Ctx, { name, ...input }: SiteInput): Promise<SiteView> {
  await write(ctx, async (tx) => {
    if (name !== undefined) await takeName(tx, name)
    if (input.form_id != null) {
      const form = await tx.db.form.findFirst({ where: { id: input.form_id, status: 'active' }, select: { id: true } })
      if (!form) throw invalid('This form no longer exists or is archived. Choose another')
    }
    const { account_id } = tx
    const change = { ...input, ...(name !== undefined && { name }) }
    await tx.db.site.upsert({ where: { account_id }, create: { account_id, ...change }, update: change })
  })
  return getSite(ctx)
}

/** Returns SQL of whether visitors find an active form. A landing page that began with sections is hidden until they are published. */
export const isPublicSql = (form: string): string =>
  `not exists (select from landing_page p where p.account_id = ${form}.account_id and p.form_id = ${form}.id and p.is_hidden)`

/** SQL of whether a form `f` can be on the pages of its site `s`, which may have no row. */
export const SITE_CAN_SHOW = `f.status = 'active' and coalesce(s.has_form, true) and ${isPublicSql('f')}
  and (f.id = s.form_id or s.form_id is null and (f.type = 'hosted' or f.format is null or f.format = 'inline'))`

/**
 * Returns the form on the site's pages: the chosen one, else the first inline form, else the first public landing page. A newer form does
 * not replace it. Undefined: none is shown.
 */
export const shownForm = (ctx: Ctx): Promise<{ id: number; name: string; uid: string } | undefined> =>
  ctx.sql.one<{ id: number; name: string; uid: string }>(
    `select f.id, f.name, f.uid from form f left join site s on s.account_id = f.account_id
     where f.account_id = $1 and ${SITE_CAN_SHOW}
     order by f.type = 'hosted', f.id limit 1`,
  )
