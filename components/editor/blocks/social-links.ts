import { Node } from '@tiptap/core'
import { alignmentOf } from './palette.ts'

export interface SocialLink {
  name: string
  href: string
}

/** Where creators are found, in the order of the links. */
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
 * What a dialog asks for: each network, once for each link to it, and names that the email already has, such as from a paste. A second link
 * of one name has a number in its label.
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

/** Links to a creator's profiles, as text: icons would be pictures that many email apps block. */
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
