import { Node } from '@tiptap/core'
import { alignmentOf } from './palette.ts'

export interface SocialLink {
  name: string
  href: string
}

/** Networks that creators can link to, in display order. */
export const NETWORKS = [
  'Website',
  'Instagram',
  'YouTube',
  'TikTok',
  'Facebook',
  'LinkedIn',
  'X',
  'Threads',
  'Bluesky',
  'Mastodon',
  'Pinterest',
  'Twitch',
  'Spotify',
  'SoundCloud',
  'Patreon',
  'Discord',
  'Telegram',
  'WhatsApp',
  'GitHub',
]

interface SocialField extends SocialLink {
  label: string
}

/**
 * Returns the dialog's fields: one for each network or each link to it, and one for each other name in the email, such as from a paste.
 * Further links with the same name are numbered.
 */
export function socialFields(links: readonly SocialLink[]): SocialField[] {
  const names = new Set([...NETWORKS, ...links.map(({ name }) => name).filter((name) => name !== '')])
  return [...names].flatMap((name) => {
    const known = links.filter((link) => link.name === name)
    return (known.length > 0 ? known : [{ name, href: '' }]).map(({ href }, index) => ({
      name,
      href,
      label: index === 0 ? name : `${name} ${index + 1}`,
    }))
  })
}

/** Links to a creator's profiles, as text because many email apps block icons. */
export const SocialLinks = Node.create({
  name: 'socialLinks',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    links: { default: [], rendered: false, parseHTML: linksOf },
    align: { default: 'center', rendered: false, parseHTML: (element) => alignmentOf(element) ?? 'center' },
  }),
  parseHTML: () => [{ tag: 'p[data-social]', priority: 70 }],
  renderHTML: ({ node }) => {
    const { links, align } = node.attrs as { links: SocialLink[]; align: string }
    const parts = links.flatMap(({ name, href }, index) => [
      ...(index > 0 ? [' · '] : []),
      ['a', { href }, name] as const,
    ])
    return ['p', { 'data-social': '', style: `text-align:${align}` }, ...parts]
  },
})

const linksOf = (element: HTMLElement): SocialLink[] =>
  [...element.querySelectorAll('a')].map((link) => ({
    name: link.textContent ?? '',
    href: link.getAttribute('href') ?? '',
  }))
