import { Node } from '@tiptap/core'

const YOUTUBE =
  /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})/
const VIMEO = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?\d+/

/** Parses a video's address, or returns undefined. Only YouTube's thumbnails have predictable addresses. */
export function readVideo(href: string): { provider: string; picture: string | null } | undefined {
  const id = YOUTUBE.exec(href)?.[1]
  if (id) return { provider: 'YouTube', picture: `https://i.ytimg.com/vi/${id}/hqdefault.jpg` }
  return VIMEO.test(href) ? { provider: 'Vimeo', picture: null } : undefined
}

/** An image with a play button below it, both linked to the video, because no email app plays videos. */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    href: {
      default: '',
      rendered: false,
      parseHTML: (element) => element.querySelector('a')?.getAttribute('href') ?? '',
    },
    src: {
      default: '',
      rendered: false,
      parseHTML: (element) => element.querySelector('img')?.getAttribute('src') ?? '',
    },
    alt: {
      default: '',
      rendered: false,
      parseHTML: (element) => element.querySelector('img')?.getAttribute('alt') ?? '',
    },
  }),
  parseHTML: () => [{ tag: 'p[data-video]', priority: 70 }],
  renderHTML: ({ node }) => {
    const { href, src, alt } = node.attrs as Record<'href' | 'src' | 'alt', string>
    const provider = readVideo(href)?.provider
    return [
      'p',
      { 'data-video': '', style: 'text-align:center' },
      [
        'a',
        { href, style: LINK_STYLE },
        ['img', { src, alt, width: '480', style: PICTURE_STYLE }],
        ['br'],
        `▶ Watch ${provider ? `on ${provider}` : 'the video'}`,
      ],
    ]
  },
})

const LINK_STYLE =
  'display:inline-block;max-width:100%;padding:0 0 12px;border-radius:8px;overflow:hidden;background-color:#1f2937;color:#ffffff;font-weight:600;text-decoration:none'
const PICTURE_STYLE = 'display:block;max-width:100%;height:auto;margin:0 auto'
