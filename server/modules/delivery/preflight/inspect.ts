import { env } from '../../../env.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { Reference, References } from '../../../mail/threads/inspect-tasks.ts'
import { type Remark, warning } from '../preflight-schema.ts'

export interface InspectedEmail extends References {
  subject: string
  /** Size of the rendered HTML. */
  bytes: number
  /** Number of the creator's words, including snippets. */
  words: number
}

/** Above this size, Gmail clips an email, including its unsubscribe link. */
const GMAIL_BYTES = 102 * 1024
const FEW_WORDS = 20
const MAX_NAMED = 3

/** Finds problems for receivers, email apps or subscribers, without any request. */
export function inspectEmail({ subject, words, bytes, ...references }: InspectedEmail): Remark[] {
  const { links, images } = withoutOwn(references)
  return [
    ...linkRemarks(links),
    ...imageRemarks(images),
    ...(bytes > GMAIL_BYTES
      ? [
          warning(
            'too_large',
            t`The email is ${Math.ceil(bytes / 1024)} KB. Gmail hides everything after 102 KB, the unsubscribe link included. Shorten it.`,
          ),
        ]
      : []),
    ...(words === 0
      ? [
          warning(
            'no_plain_text',
            t`The plain-text version is empty, because the email has no words. Add text or descriptions of images.`,
          ),
        ]
      : []),
    ...(images.length > 0 && words < FEW_WORDS
      ? [
          warning(
            'image_only',
            t`The email is almost only images. Spam filters distrust that, and many email apps block images. Add text.`,
          ),
        ]
      : []),
    ...subjectRemarks(subject),
  ]
}

/** Returns the links and images of a rendered email, except Envoi's own. */
export function withoutOwn({ links, images }: References): References {
  const { BASE_URL, PUBLIC_URL, TRACKING_URL } = env()
  const own = [...new Set([BASE_URL, PUBLIC_URL, TRACKING_URL])].flatMap((url) => OWN_PATHS.map((path) => url + path))
  const others = ({ address }: Reference) => !own.some((start) => address.startsWith(start))
  return { links: links.filter(others), images: images.filter(others) }
}

/** Unsubscribe links, tracking and the preference page. */
const OWN_PATHS = ['/u/', '/t/', '/preferences/']

function linkRemarks(links: readonly Reference[]): Remark[] {
  const addresses = links.map(({ address }) => address)
  const empty = addresses.filter((address) => address === '' || address === '#').length
  const relative = addresses.filter((address) => address !== '' && !address.startsWith('#') && !SCHEME.test(address))
  const web = [...new Set(addresses.filter((address) => /^https?:/i.test(address)))]
  const invalid = web.filter((address) => !hostOf(address)?.includes('.'))
  const insecure = [
    ...new Set(web.filter((address) => /^http:/i.test(address)).flatMap((address) => hostOf(address) ?? [])),
  ]
  const shortened = web.filter((address) => SHORTENERS.has(hostOf(address)?.replace(/^www\./, '') ?? ''))
  return [
    ...(empty > 0
      ? [
          warning(
            'empty_link',
            empty === 1
              ? t`A link leads nowhere. Give it an address, or remove it.`
              : t`${empty} links lead nowhere. Give each an address, or remove it.`,
          ),
        ]
      : []),
    ...(relative.length > 0
      ? [
          warning(
            'relative_link',
            t`${named(relative)} is not a complete address. In an email, links must begin with https://.`,
          ),
        ]
      : []),
    ...(invalid.length > 0
      ? [warning('invalid_link', t`${named(invalid)} is not a valid address. Check its spelling.`)]
      : []),
    ...insecure
      .filter((host) => host.includes('.'))
      .slice(0, MAX_NAMED)
      .map((host) =>
        warning('insecure_link', t`Links to ${host} use http, which browsers warn about. Use https.`, {
          kind: 'replace',
          label: t`Use https`,
          find: `http://${host}`,
          replace: `https://${host}`,
        }),
      ),
    ...(shortened.length > 0
      ? [
          warning(
            'shortened_link',
            t`${named(shortened)} is a shortened link. Spam filters distrust these, because they hide where they lead. Use the full address.`,
          ),
        ]
      : []),
  ]
}

function imageRemarks(images: readonly Reference[]): Remark[] {
  const relative = images.filter(({ address }) => !/^(?:https?:|cid:|data:)/i.test(address))
  const undescribed = images.filter(({ alt }) => !alt?.trim()).length
  return [
    ...(undescribed > 0
      ? [
          warning(
            'no_images_alt',
            undescribed === 1
              ? t`An image has no description. Subscribers who block images see nothing in its place.`
              : t`${undescribed} images have no description. Subscribers who block images see nothing in their place.`,
          ),
        ]
      : []),
    ...(relative.length > 0
      ? [
          warning(
            'broken_image',
            t`An image has no complete address (${named(relative.map(({ address }) => address || t`empty`))}), so no one sees it.`,
          ),
        ]
      : []),
  ]
}

function subjectRemarks(subject: string): Remark[] {
  const characters = subject.replace(/[^\p{L}]/gu, '')
  const isShouting =
    characters.length >= 8 && characters === characters.toUpperCase() && characters !== characters.toLowerCase()
  const marks = subject.split('!').length - 1
  if (!isShouting && marks < 3) return []
  const message = isShouting
    ? t`The subject is all in capitals. Spam filters and subscribers distrust that.`
    : t`The subject has ${marks} exclamation marks. Spam filters and subscribers distrust that.`
  return [warning('loud_subject', message)]
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
const SHORTENERS = new Set(
  'bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at tiny.cc rb.gy t.ly s.id'.split(
    ' ',
  ),
)

const hostOf = (address: string): string | undefined => URL.parse(address)?.host

function named(addresses: readonly string[]): string {
  const [first = ''] = addresses
  const short = first.length > 80 ? `${first.slice(0, 79)}…` : first
  return addresses.length > 1 ? t`“${short}” (and ${addresses.length - 1} more)` : t`“${short}”`
}
