import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { isEditorCompatible } from '@/components/email-editor/editor-compatibility.ts'
import { contrastOf } from '@/server/lib/text/color.ts'
import { sanitizeHtml } from '@/server/mail/html/sanitize.ts'
import { testPage } from '@/server/testing/editor/page.ts'
import { emailExtensions } from '../extensions.ts'
import { LiquidCodec } from '../liquid/codec.ts'
import { BUTTON_COLORS, textOn } from './palette.ts'
import { NETWORKS, socialFields } from './social-links.ts'
import { readVideo } from './video.ts'

const schema = getSchema(emailExtensions({ placeholder: '', onOpenMergeTag: () => {}, onKey: () => false }))
const codec = () => new LiquidCodec(schema, testPage)
const write = (...content: object[]) => codec().write(schema.nodeFromJSON({ type: 'doc', content }))
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

const BLOCKS = {
  button: { type: 'linkButton', attrs: { href: 'https://x.example' }, content: [{ type: 'text', text: 'Go' }] },
  colored: {
    type: 'linkButton',
    attrs: { href: '{{ unsubscribe_url }}', color: '#1d4ed8', align: 'left' },
    content: [{ type: 'mergeTag', attrs: { liquid: '{{ subscriber.city }}' } }],
  },
  picture: { type: 'image', attrs: { src: 'https://x.example/a.png', alt: 'A', width: '300' } },
  linked: {
    type: 'image',
    attrs: { src: 'https://x.example/a.png', alt: 'A', width: '300', align: 'right', href: 'https://x.example/shop' },
  },
  columns: {
    type: 'columns',
    content: ['One', 'Two', 'Three'].map((text) => ({
      type: 'column',
      attrs: { count: 3 },
      content: [paragraph(text)],
    })),
  },
  social: { type: 'socialLinks', attrs: { links: [{ name: 'Instagram', href: 'https://instagram.com/studio' }] } },
  video: {
    type: 'video',
    attrs: { href: 'https://youtu.be/dQw4w9WgXcQ', src: 'https://x.example/v.jpg', alt: 'Moss' },
  },
  condition: {
    type: 'condition',
    attrs: { open: '{% if subscriber.tags contains "VIP" %}', close: '{% endif %}' },
    content: [paragraph('For you')],
  },
  paywall: { type: 'paywall' },
  divider: { type: 'horizontalRule' },
  quote: { type: 'blockquote', content: [paragraph('Said')] },
  code: { type: 'codeBlock', content: [{ type: 'text', text: 'a < b' }] },
}

test('each block survives being stored, sanitized and opened again', () => {
  for (const [name, block] of Object.entries(BLOCKS)) {
    const html = write(block)
    expect(sanitizeHtml(html), name).toBe(html)
    expect(isEditorCompatible(html), name).toBe(true)
    expect(codec().keeps(html), name).toBe(true)
    const read = codec().read(html)
    expect(read.childCount, name).toBe(1)
    expect(read.toJSON().content[0], name).toMatchObject(block)
    expect(codec().write(read), name).toBe(html)
  }
})

test('a linked image from another editor keeps its link', () => {
  const [image] = codec().read('<p><a href="https://x.example"><img src="https://x.example/a.png" alt=""></a></p>')
    .content.content
  expect(image?.attrs).toMatchObject({ href: 'https://x.example', src: 'https://x.example/a.png' })
})

test('text is readable on every button color', () => {
  for (const { name, background, text } of BUTTON_COLORS)
    expect(contrastOf(background, text), name).toBeGreaterThanOrEqual(4.5)
  for (const brand of ['#ffcc00', '#777777', '#0b3d2e', '#ff3355'])
    expect(contrastOf(brand, textOn(brand)), brand).toBeGreaterThan(4.2)
})

test('videos are recognized by their address, without a request', () => {
  for (const href of [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://youtube.com/shorts/dQw4w9WgXcQ',
  ])
    expect(readVideo(href)?.picture).toBe('https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg')
  expect(readVideo('https://vimeo.com/76979871')).toEqual({ provider: 'Vimeo', picture: null })
  for (const href of ['https://evil.example/youtu.be/dQw4w9WgXcQ', 'http://youtu.be', 'javascript:1', ''])
    expect(readVideo(href)).toBeUndefined()
})

test('social links outside the list of networks are editable too, so saving keeps them', () => {
  expect(new Set(NETWORKS).size).toBe(NETWORKS.length)
  const links = [
    { name: 'Mastodon', href: 'https://social.example/@ida' },
    { name: 'My shop', href: 'https://shop.example' },
  ]
  const fields = socialFields(links)
  expect(fields.map(({ label }) => label)).toEqual([...NETWORKS, 'My shop'])
  expect(fields.filter(({ href }) => href !== '').map(({ name, href }) => ({ name, href }))).toEqual(links)
})

test('two social links with the same name have separate fields, so changing one keeps the other', () => {
  const links = [
    { name: 'Instagram', href: 'https://instagram.com/studio' },
    { name: 'Instagram', href: 'https://instagram.com/ida' },
  ]
  const fields = socialFields(links).filter(({ href }) => href !== '')
  expect(fields.map(({ label }) => label)).toEqual(['Instagram', 'Instagram 2'])
  expect(fields.map(({ name, href }) => ({ name, href }))).toEqual(links)
})
