import { isIP } from 'node:net'
import { z } from 'zod'
import { SettingError } from './crypto/secret-file.ts'

/** Addresses of the service, without a trailing slash. */
export interface Addresses {
  APP_URL: string
  BASE_URL: string
  PUBLIC_URL: string
  TRACKING_URL: string
}

export const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `is not an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })

const HOST_NAME = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i

/** An address or host name that a process can listen on. */
export const host = z.string().refine((text) => isIP(text) !== 0 || HOST_NAME.test(text), {
  error: 'is not an address or host name such as 127.0.0.1, localhost',
})

/** The address of a host without a path, because links, cookies and OAuth metadata have no prefix. */
export const hostUrl = url('http:', 'https:')
  .refine(
    (text) => {
      const address = URL.parse(text)
      return !address || address.href === `${address.origin}/`
    },
    {
      error:
        'has more than a host: Envoi cannot be below a path, and its address has no user, query or fragment. Give it a host of its own, such as https://newsletter.example.com',
    },
  )
  .transform((text) => new URL(text).origin)

/** Addresses at which visitors and mailboxes reach the service (docs/operate.md). */
export const PUBLIC_ADDRESS_SETTINGS = {
  PUBLIC_URL: hostUrl.optional().meta({
    description:
      'Public address of what creators publish: forms, posts, images, and the pages behind links in emails. At a host of its own, nothing else answers there.',
    fallback: 'BASE_URL',
  }),
  TRACKING_URL: hostUrl.optional().meta({
    description:
      'Public address of tracked links, open pixels and unsubscribe links in emails. At a host of its own, nothing else answers there.',
    fallback: 'PUBLIC_URL',
  }),
  ALLOWED_HOSTS: z
    .string()
    .transform((value) => value.split(/[,\s]+/).filter(Boolean))
    .refine((names) => names.every((name) => HOST_NAME.test(name)), {
      error: 'is not a list of host names such as envoi.internal, app.example.com',
    })
    .optional()
    .meta({
      description:
        'More host names that the service answers at, separated by commas, such as its name in your network. Others get 404 once this, BASE_URL or APP_URL is set; IP addresses, localhost and connected domains of creators are always answered.',
    }),
}

/**
 * Fills in addresses that are not set. Throws SettingError for an address that shares its host, and so its cookies, with the dashboard or the
 * API.
 */
export function publicAddresses(
  given: Partial<Pick<Addresses, 'PUBLIC_URL' | 'TRACKING_URL'>>,
  own_addresses: Pick<Addresses, 'APP_URL' | 'BASE_URL'>,
): Addresses {
  const PUBLIC_URL = given.PUBLIC_URL ?? own_addresses.BASE_URL
  const addresses = { PUBLIC_URL, TRACKING_URL: given.TRACKING_URL ?? PUBLIC_URL }
  for (const [name, address] of Object.entries(addresses)) {
    const { hostname, origin } = new URL(address)
    const near = Object.values(own_addresses)
      .map((text) => new URL(text))
      .filter((one) => one.hostname === hostname)
    if (near.length > 0 && !near.some((one) => one.origin === origin))
      throw new SettingError(
        `${name} is at the host of the dashboard or the API, ${hostname}, but not at the same address (${near[0]?.origin}). Browsers share cookies between the ports of a host: use another host, or leave ${name} empty.`,
      )
  }
  return { ...own_addresses, ...addresses }
}
