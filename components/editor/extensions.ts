import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Dropcursor, Gapcursor, Placeholder, TrailingNode, UndoRedo } from '@tiptap/extensions'
import { Column, Columns } from '@/components/editor/blocks/columns'
import { LinkButton } from '@/components/editor/blocks/link-button'
import { Paywall } from '@/components/editor/blocks/paywall'
import { Picture } from '@/components/editor/blocks/picture'
import { PlaceBlock } from '@/components/editor/blocks/place-block'
import { SocialLinks } from '@/components/editor/blocks/social-links'
import { Video } from '@/components/editor/blocks/video'
import { ContentBlock } from '@/components/editor/content-block'
import { InsertPoints } from '@/components/editor/insert-points'
import { ConditionBlock } from '@/components/editor/liquid/condition-block'
import { LiquidInText, LiquidLine, MergeTagChip } from '@/components/editor/liquid/merge-tag'
import { ListDirection } from '@/components/editor/list-direction'
import { Suggest } from '@/components/editor/suggest/suggest'
import { hasLinkScheme } from '@/server/mail/link-schemes.ts'

interface EditorCalls {
  placeholder: string
  onOpenMergeTag: (position: number) => void
  /** Handles keys while a menu at the cursor may be open. Returns whether it used the key. */
  onKey: (event: KeyboardEvent) => boolean
}

/** The content types of an email. Other pasted content becomes plain paragraphs. */
export const emailExtensions = ({ placeholder, onOpenMergeTag, onKey }: EditorCalls) => [
  Bold,
  Blockquote,
  BulletList,
  Code,
  CodeBlock,
  Document,
  Dropcursor,
  Gapcursor,
  HardBreak,
  Heading.configure({ levels: [1, 2, 3] }),
  UndoRedo,
  HorizontalRule,
  Italic,
  ListItem,
  ListKeymap,
  Link.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    // Allow merge tags such as {{ unsubscribe_url }} as link targets.
    isAllowedUri: (url, { defaultValidate }) => url.startsWith('{{') || hasLinkScheme(url) || defaultValidate(url),
    HTMLAttributes: { rel: null, target: null, class: null },
  }),
  OrderedList,
  Paragraph,
  Strike,
  Text,
  Underline,
  TrailingNode,
  Picture.configure({ allowBase64: false, HTMLAttributes: { style: 'max-width:100%;height:auto' } }),
  LinkButton,
  Columns,
  Column,
  SocialLinks,
  Video,
  Paywall,
  ContentBlock,
  PlaceBlock,
  InsertPoints,
  ListDirection,
  Suggest.configure({ onKey }),
  MergeTagChip.configure({ onOpen: onOpenMergeTag }),
  LiquidLine,
  LiquidInText,
  ConditionBlock,
  Placeholder.configure({ placeholder }),
]
