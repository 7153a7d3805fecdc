import { Node } from '@tiptap/core'
import { alignmentOf } from './palette.ts'

export interface SocialLink {
  name: string
  href: string
}

/** Where creators are found, in the order of the links. */
export const NETWORKS = [
  ...['Website', 'Instagram', 'YouTube', 'TikTok', 'Facebook', 'LinkedIn', 'X', 'Threads', 'Bluesky', 'Mastodon'],
  ...['Pinterest', 'Twitch', 'Spotify', 'SoundCloud', 'Patreon', 'Discord', 'Telegram', 'WhatsApp', 'GitHub'],
]

/** The names that a dialog offers: with those that an email already has, such as from a paste. */
export const offeredNetworks = (links: readonly SocialLink[]): string[] => [
  ...new Set([...NETWORKS, ...links.map(({ name }) => name).filter((name) => name !== '')]),
]

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
