import { route } from '../../rest/route.ts'
import { NewDomain } from '../sending-domains/schema.ts'
import { checkDomain, removeDomain, setDomain } from './domain.ts'
import { SiteDomain, SiteInput, SiteView } from './schema.ts'
import { getSite, saveSite } from './service.ts'

const domain = { scope: 'account:write', role: 'admin', names_fields: true } as const

export const sitesApi = [
  route('GET /site', getSite, {
    summary: 'Read the public site',
    description: 'Its address, its form and its domain with the DNS records.',
    as: 'site',
    of: SiteView,
  }),
  route('PUT /site', saveSite, {
    names_fields: true,
    summary: 'Change the public site',
    description: 'Changes only the properties in the body. The earlier name redirects to the new one.',
    as: 'site',
    of: SiteView,
    body: SiteInput,
  }),
  route('PUT /site/domain', setDomain, {
    ...domain,
    summary: 'Set the domain of the site',
    description: 'Add its `records` to DNS, then check it. It is used once both are found.',
    as: 'domain',
    of: SiteDomain,
    body: NewDomain,
  }),
  route('POST /site/domain/check', (ctx) => checkDomain(ctx), {
    ...domain,
    role: 'editor',
    summary: 'Check the domain of the site',
    description: 'Looks up its records now. 404 without a domain.',
    as: 'domain',
    of: SiteDomain,
    errors: { 404: 'The site has no domain' },
  }),
  route('DELETE /site/domain', removeDomain, {
    ...domain,
    summary: 'Remove the domain of the site',
    description: 'The site is at its name again.',
  }),
]
