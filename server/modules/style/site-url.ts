import { literal } from '../../db/statements/sql.ts'
import { env } from '../../env.ts'

// Builds the address of a public site: at its domain, else with its name, else with its account's number.

/** Returns the SQL of a site's URL, over an expression with the account's id. */
export const siteUrlSql = (account_id: string): string =>
  `coalesce((select case when s.domain_live_at is not null then ${literal(domainScheme())} || s.domain || ${literal(port())}
       when s.name is not null then ${literal(namePrefix())} || s.name end
     from site s where s.account_id = ${account_id}), ${literal(numberPrefix())} || ${account_id})`

/** Returns the SQL of whether an account has a public site: it has published a post, or chosen the site's address. */
export const hasSiteSql = (account_id: string): string =>
  `(exists (select from post t where t.account_id = ${account_id} and t.status = 'published')
    or exists (select from site s where s.account_id = ${account_id} and (s.name is not null or s.domain_live_at is not null)))`

/** Returns the part of a site's address before its name. */
export const namePrefix = (): string => `${env().PUBLIC_URL}/@`

/** Returns the permanent address of a site, which redirects to the current one. */
export const numberedUrl = (account_id: number): string => `${numberPrefix()}${account_id}`

const numberPrefix = () => `${env().PUBLIC_URL}/p/`

const domainScheme = () => `${new URL(env().PUBLIC_URL).protocol}//`

/** The proxy that serves PUBLIC_URL also serves the domains, on the same port. */
const port = () => {
  const { port: given } = new URL(env().PUBLIC_URL)
  return given ? `:${given}` : ''
}

/** Returns the host names of the service itself. */
export const ownHosts = (): string[] => {
  const { PUBLIC_URL, TRACKING_URL, BASE_URL, APP_URL } = env()
  return [PUBLIC_URL, TRACKING_URL, BASE_URL, APP_URL].map((url) => new URL(url).hostname)
}
