import { SITE_CAN_SHOW } from '../sites/service.ts'
import { siteUrlSql } from '../style/site-url.ts'

// Creators are other accounts. Reads only what their public sites show to everyone.

/**
 * SQL of whether accounts `a` can be recommended: they allow it, are neither suspended nor about to be deleted, and have a sign-up form.
 */
export const IS_OPEN = `exists (select from recommendation_profile q where q.account_id = a.id and q.is_open)
  and not a.sending_disabled and not a.sign_in_disabled and a.deletes_at is null
  and exists (select from form f left join site s on s.account_id = f.account_id where f.account_id = a.id and ${SITE_CAN_SHOW})`

/** Returns the SQL of a creator's columns. `note` replaces their own text, if it is not null. */
export const creatorSql = (note = 'null'): string =>
  `a.id, coalesce(p.name, a.name) as name, coalesce(${note}, q.pitch, p.byline) as words, p.image_url, ${siteUrlSql('a.id')} as url`

export const CREATOR_TABLES = `account a left join creator_profile p on p.account_id = a.id
  left join recommendation_profile q on q.account_id = a.id`
