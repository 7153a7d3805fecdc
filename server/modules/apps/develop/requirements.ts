import type { App } from '../../../db/generated/client.ts'
import { isLoopback } from '../../../lib/net/web-address.ts'
import { ADDRESS_FIELDS } from '../values-schema.ts'

/** Returns instructions for the missing parts before a review; empty if the app is complete. */
export function missingForReview(app: App & { has_logo: boolean; plugin_count: number }): string[] {
  const isEmpty = app.redirect_uris.length === 0 && app.plugin_count === 0
  const needed: [boolean, string][] = [
    [app.tagline === '', 'Write a tagline'],
    [app.description.length < MIN_DESCRIPTION, `Describe the app in at least ${MIN_DESCRIPTION} characters`],
    [app.category === null, 'Choose a category'],
    [!app.has_logo, 'Upload a logo'],
    [app.support_url === null, 'Say where creators find help'],
    [isEmpty, 'Add a redirect URI, or a plugin: so far the app can do nothing'],
    [app.redirect_uris.length > 0 && app.authorization_url === null, 'Add the authorization URL'],
    [addressesOf(app).some(isLocal), 'Replace addresses on localhost: creators cannot reach them'],
  ]
  return needed.flatMap(([missing, what]) => (missing ? [what] : []))
}

const MIN_DESCRIPTION = 80

const addressesOf = (app: App): (string | null)[] => [
  ...app.redirect_uris,
  ...app.return_to_domains.map((domain) => `https://${domain}`),
  ...ADDRESS_FIELDS.map((field) => app[field]),
]

function isLocal(address: string | null): boolean {
  const url = address ? URL.parse(address) : null
  return url !== null && isLoopback(url)
}
