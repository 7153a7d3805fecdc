import * as Primitive from '@radix-ui/react-toolbar'
import { type Editor, useEditorState } from '@tiptap/react'
import { BlockTools } from '@/components/editor/block-tools'
import { blockInsertables, type EditorDialog } from '@/components/editor/editor-tools'
import type { MergeTag } from '@/components/editor/liquid/merge-tags'
import { toolLabelStyle, toolStyle } from '@/components/editor/tool-style'
import {
  Bold,
  Braces,
  Code,
  Heading1,
  Heading2,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Plus,
  Quote,
  RectangleHorizontal,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from '@/components/generated/icons'
import { InsertPluginMenu } from '@/components/plugins/insert-menu'
import { cn } from '@/components/ui/cn'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { Tooltip } from '@/components/ui/tooltip'
import { currentLocale } from '@/server/lib/locale/current.ts'
import { t } from '@/server/lib/locale/texts.ts'

interface EditorToolbarProps {
  editor: Editor
  mergeTags: readonly MergeTag[]
  /** Label of the merge tag menu. */
  mergeTagsLabel: string
  /** True if everyone sees the same text. */
  isPublic: boolean
  disabled: boolean
  onDialog: (dialog: EditorDialog) => void
}

interface Tool {
  name: string
  icon: LucideIcon
  keys?: string
  run: (editor: Editor) => void
}

const MARKS: Tool[] = [
  { name: 'bold', icon: Bold, keys: '⌘B', run: (editor) => editor.chain().focus().toggleBold().run() },
  { name: 'italic', icon: Italic, keys: '⌘I', run: (editor) => editor.chain().focus().toggleItalic().run() },
  { name: 'underline', icon: Underline, keys: '⌘U', run: (editor) => editor.chain().focus().toggleUnderline().run() },
  { name: 'strike', icon: Strikethrough, run: (editor) => editor.chain().focus().toggleStrike().run() },
  { name: 'inline code', icon: Code, keys: '⌘E', run: (editor) => editor.chain().focus().toggleCode().run() },
]
const BLOCKS: Tool[] = [
  { name: 'heading 1', icon: Heading1, run: (editor) => editor.chain().focus().toggleHeading({ level: 1 }).run() },
  { name: 'heading 2', icon: Heading2, run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run() },
  { name: 'bullet list', icon: List, run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { name: 'numbered list', icon: ListOrdered, run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { name: 'quote', icon: Quote, run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  {
    name: 'divider',
    icon: Minus,
    run: (editor) => editor.chain().focus().placeBlock({ type: 'horizontalRule' }).run(),
  },
]

/** The editor toolbar: a single tab stop with arrow keys, sticky while the email scrolls. */
export function EditorToolbar(props: EditorToolbarProps) {
  const { editor, mergeTags, disabled, onDialog } = props
  const active = useEditorState({ editor, selector: ({ editor: current }) => activeTools(current) })

  return (
    <Primitive.Root
      dir={currentLocale().dir}
      aria-label="Formatting"
      className="@container sticky top-0 z-10 flex flex-wrap items-center gap-0.5 rounded-t-xl border-border border-b bg-card/95 p-1.5 backdrop-blur-sm max-lg:top-14"
    >
      {MARKS.map((tool) => (
        <ToolButton key={tool.name} tool={tool} editor={editor} isPressed={active.has(tool.name)} disabled={disabled} />
      ))}
      <Divider />
      {BLOCKS.map((tool) => (
        <ToolButton key={tool.name} tool={tool} editor={editor} isPressed={active.has(tool.name)} disabled={disabled} />
      ))}
      <Divider />
      <ToolButton
        tool={{ name: 'link', icon: LinkIcon, keys: '⌘K', run: () => onDialog('link') }}
        editor={editor}
        isPressed={active.has('link')}
        disabled={disabled}
      />
      <ToolButton
        tool={{ name: 'insert image', icon: ImagePlus, run: () => onDialog('image') }}
        editor={editor}
        disabled={disabled}
      />
      <ToolButton
        tool={{ name: 'insert button', icon: RectangleHorizontal, run: () => onDialog('button') }}
        editor={editor}
        disabled={disabled}
      />
      <BlockMenu {...props} />
      {mergeTags.length > 0 ? <MergeTagMenu {...props} /> : null}
      <InsertPluginMenu editor={editor} disabled={disabled} />
      <span className="ms-auto flex gap-0.5">
        <ToolButton tool={UNDO} editor={editor} disabled={disabled || !active.has('can undo')} />
        <ToolButton tool={REDO} editor={editor} disabled={disabled || !active.has('can redo')} />
      </span>
      {disabled ? null : <BlockTools editor={editor} onDialog={onDialog} />}
    </Primitive.Root>
  )
}

const UNDO: Tool = { name: 'undo', icon: Undo2, keys: '⌘Z', run: (editor) => editor.chain().focus().undo().run() }
const REDO: Tool = { name: 'redo', icon: Redo2, keys: '⇧⌘Z', run: (editor) => editor.chain().focus().redo().run() }

/** Returns the active tools at the cursor, as a set that is compared by content. */
function activeTools(editor: Editor): Set<string> {
  const states: [string, boolean][] = [
    ['bold', editor.isActive('bold')],
    ['italic', editor.isActive('italic')],
    ['underline', editor.isActive('underline')],
    ['strike', editor.isActive('strike')],
    ['inline code', editor.isActive('code')],
    ['heading 1', editor.isActive('heading', { level: 1 })],
    ['heading 2', editor.isActive('heading', { level: 2 })],
    ['bullet list', editor.isActive('bulletList')],
    ['numbered list', editor.isActive('orderedList')],
    ['quote', editor.isActive('blockquote')],
    ['link', editor.isActive('link')],
    ['can undo', editor.can().undo()],
    ['can redo', editor.can().redo()],
  ]
  return new Set(states.filter(([, is_on]) => is_on).map(([name]) => name))
}

interface ToolButtonProps {
  tool: Tool
  editor: Editor
  isPressed?: boolean
  disabled: boolean
}

/** Returns the name of a tool, which is also its key. */
const titleOf = (name: string): string =>
  ({
    bold: t`Bold`,
    italic: t`Italic`,
    underline: t`Underline`,
    strike: t`Strike`,
    'inline code': t`Inline code`,
    'heading 1': t`Heading 1`,
    'heading 2': t`Heading 2`,
    'bullet list': t`Bullet list`,
    'numbered list': t`Numbered list`,
    quote: t`Quote`,
    divider: t`Divider`,
    link: t`Link`,
    'insert image': t`Insert image`,
    'insert button': t`Insert button`,
    undo: t`Undo`,
    redo: t`Redo`,
  })[name] ?? name

function ToolButton({ tool: { name, icon: Icon, keys, run }, editor, isPressed, disabled }: ToolButtonProps) {
  const title = titleOf(name)
  return (
    <Tooltip content={keys ? `${title} ${keys}` : title}>
      <Primitive.Button
        aria-label={title}
        aria-pressed={isPressed}
        disabled={disabled}
        className={toolStyle}
        // Keep the selection on click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => run(editor)}
      >
        <Icon aria-hidden />
      </Primitive.Button>
    </Tooltip>
  )
}

/** The menu of blocks without their own button. */
function BlockMenu({ editor, isPublic, disabled, onDialog }: EditorToolbarProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Primitive.Button aria-label="More blocks" title="More blocks" disabled={disabled} className={toolStyle}>
          <Plus aria-hidden />
        </Primitive.Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" onCloseAutoFocus={(event) => event.preventDefault()}>
        {/* After the menu closes, which takes the focus. */}
        {blockInsertables({ open: onDialog, is_public: isPublic }).map(({ name, icon: Icon, run }) => (
          <DropdownMenuItem key={name} onSelect={() => setTimeout(() => run(editor))}>
            {Icon ? <Icon aria-hidden /> : null} {name}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function MergeTagMenu({ editor, mergeTags, mergeTagsLabel, disabled }: EditorToolbarProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Primitive.Button
          aria-label={mergeTagsLabel}
          title={mergeTagsLabel}
          disabled={disabled}
          className={cn(toolStyle, 'grid-flow-col gap-1.5 px-2 text-sm')}
        >
          <Braces aria-hidden /> <span className={toolLabelStyle}>{mergeTagsLabel}</span>
        </Primitive.Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" onCloseAutoFocus={(event) => event.preventDefault()}>
        <DropdownMenuLabel>Replaced by their content</DropdownMenuLabel>
        {mergeTags.map(({ label, code }) => (
          <DropdownMenuItem
            label={label}
            key={code}
            onSelect={() => editor.chain().focus().insertMergeTag(code).run()}
          />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

const Divider = () => <Primitive.Separator className="mx-1 h-5 w-px bg-border" />
