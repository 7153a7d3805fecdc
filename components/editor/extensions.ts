import { mergeAttributes, Node } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { ContentBlock } from '@/components/editor/content-block'

/** The content types of an email. Other pasted content becomes plain paragraphs. */
export const emailExtensions = (placeholder: string) => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      // Allow merge tags such as {{ unsubscribe_url }} as link targets.
      isAllowedUri: (url, { defaultValidate }) => url.startsWith('{{') || defaultValidate(url),
      HTMLAttributes: { rel: null, target: null, class: null },
    },
  }),
  Image.configure({ allowBase64: false, HTMLAttributes: { style: 'max-width:100%;height:auto' } }),
  LinkButton,
  ContentBlock,
  Placeholder.configure({ placeholder }),
]

/** A link that looks like a button in every email app. */
export const LinkButton = Node.create({
  name: 'linkButton',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  addAttributes: () => ({
    href: {
      default: 'https://',
      parseHTML: (element) => element.querySelector('a')?.getAttribute('href') ?? 'https://',
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [{ tag: 'p[data-button]', contentElement: 'a', priority: 60 }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'p',
    mergeAttributes(HTMLAttributes, { 'data-button': '', style: 'margin:28px 0;text-align:center' }),
    ['a', { href: node.attrs.href as string, style: BUTTON_STYLE }, 0],
  ],
})

const BUTTON_STYLE =
  'display:inline-block;padding:12px 24px;border-radius:8px;background-color:#1f2937;color:#ffffff;font-weight:600;text-decoration:none'
