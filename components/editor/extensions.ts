import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
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
  /** The keys while a menu at the cursor may be open; returns whether it used one. */
  onKey: (event: KeyboardEvent) => boolean
}

/** The content types of an email. Other pasted content becomes plain paragraphs. */
export const emailExtensions = ({ placeholder, onOpenMergeTag, onKey }: EditorCalls) => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      // Allow merge tags such as {{ unsubscribe_url }} as link targets.
      isAllowedUri: (url, { defaultValidate }) => url.startsWith('{{') || hasLinkScheme(url) || defaultValidate(url),
      HTMLAttributes: { rel: null, target: null, class: null },
    },
  }),
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
