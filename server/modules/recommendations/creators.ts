import { SITE_CAN_SHOW } from '../sites/service.ts'
import { siteUrlSql } from '../sites/url.ts'

// Creators are other accounts. Only what their public site shows to everyone is read.

/** SQL of whether accounts `a` can be recommended: they want it, are not suspended or about to be deleted, and have a form to sign up with. */
export const IS_OPEN = `exists (select from recommendation_profile q where q.account_id = a.id and q.is_open)
  and not a.sending_disabled and not a.sign_in_disabled and a.deletes_at is null
  and exists (select from form f left join site s on s.account_id = f.account_id where f.account_id = a.id and ${SITE_CAN_SHOW})`

/** Returns the SQL of the columns of a creator. `note` is what is said about them instead of their own words, if anything. */
export const creatorSql = (note = 'null'): string =>
  `a.id, coalesce(p.name, a.name) as name, coalesce(${note}, q.pitch, p.byline) as words, p.image_url, ${siteUrlSql('a.id')} as url`

export const CREATOR_TABLES = `account a left join creator_profile p on p.account_id = a.id
  left join recommendation_profile q on q.account_id = a.id`
