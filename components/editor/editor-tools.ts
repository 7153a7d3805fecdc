import type { Editor } from '@tiptap/react'
import type { Suggestion } from '@/components/editor/suggest/suggest-menu'
import {
  Braces,
  CodeXml,
  Columns2,
  Columns3,
  Eye,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  List,
  ListOrdered,
  LockKeyhole,
  Minus,
  Quote,
  RectangleHorizontal,
  Share2,
  SquarePlay,
} from '@/components/generated/icons'
import { t } from '@/server/lib/locale/texts.ts'

/** Dialogs that insert or change something. */
export type EditorDialog = 'link' | 'image' | 'description' | 'button' | 'video' | 'social' | 'condition'

interface InsertableOptions {
  open: (dialog: EditorDialog) => void
  /** True if everyone sees the same text, so it cannot depend on the subscriber. */
  is_public: boolean
}

/** Returns the items of the slash menu in order. */
export function insertables({ open, is_public }: InsertableOptions): Suggestion[] {
  const suggestions: (Suggestion | false)[] = [
    heading(1, Heading1),
    heading(2, Heading2),
    heading(3, Heading3),
    {
      name: t`Bullet list`,
      icon: List,
      words: 'ul unordered',
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: t`Numbered list`,
      icon: ListOrdered,
      words: 'ol ordered',
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: t`Quote`,
      icon: Quote,
      words: 'blockquote',
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      name: t`Divider`,
      icon: Minus,
      words: 'line rule hr',
      run: (editor) => editor.chain().focus().placeBlock({ type: 'horizontalRule' }).run(),
    },
    { name: t`Image`, icon: ImagePlus, words: 'picture photo', run: () => open('image') },
    { name: t`Button`, icon: RectangleHorizontal, words: 'link call to action', run: () => open('button') },
    ...blockInsertables({ open, is_public }),
    {
      name: is_public ? t`Snippet` : t`Personalization`,
      icon: Braces,
      words: 'merge tag field snippet',
      // Opens the field menu.
      run: (editor) => editor.chain().focus().insertContent('{{').run(),
    },
    !is_public && {
      name: t`Snippet`,
      icon: Braces,
      words: 'reuse',
      run: (editor) => editor.chain().focus().insertContent('{{snippet').run(),
    },
  ]
  return suggestions.filter((one) => one !== false)
}

/** Returns the items without their own toolbar button. */
export function blockInsertables({ open, is_public }: InsertableOptions): Suggestion[] {
  const suggestions: (Suggestion | false)[] = [
    { name: t`Two columns`, icon: Columns2, words: 'layout grid', run: (editor) => insertColumns(editor, 2) },
    { name: t`Three columns`, icon: Columns3, words: 'layout grid', run: (editor) => insertColumns(editor, 3) },
    { name: t`Video`, icon: SquarePlay, words: 'youtube vimeo', run: () => open('video') },
    { name: t`Social links`, icon: Share2, words: 'instagram profiles', run: () => open('social') },
    { name: t`Code`, icon: CodeXml, words: 'pre', run: (editor) => editor.chain().focus().toggleCodeBlock().run() },
    is_public && {
      name: t`Paywall`,
      icon: LockKeyhole,
      words: 'paid buyers members line',
      run: (editor) => editor.chain().focus().setPaywall().run(),
    },
    !is_public && {
      name: t`Conditional block`,
      icon: Eye,
      words: 'show only if tag segment',
      run: () => open('condition'),
    },
  ]
  return suggestions.filter((one) => one !== false)
}

const insertColumns = (editor: Editor, count: 2 | 3) => editor.chain().focus().insertColumns(count).run()

const heading = (level: 1 | 2 | 3, icon: NonNullable<Suggestion['icon']>): Suggestion => ({
  name: t`Heading ${level}`,
  icon,
  words: `h${level} title`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})
