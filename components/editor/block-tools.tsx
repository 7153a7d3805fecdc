import * as Primitive from '@radix-ui/react-toolbar'
import { useQuery } from '@tanstack/react-query'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ReactNode, useId, useState } from 'react'
import { ALIGNMENTS, type Alignment, BUTTON_COLORS } from '@/components/editor/blocks/palette'
import type { EditorDialog } from '@/components/editor/editor-tools'
import { fitWidth, MAX_WIDTH, MIN_WIDTH } from '@/components/editor/image-width'
import { toolStyle } from '@/components/editor/tool-style'
import { AlignCenter, AlignLeft, AlignRight, type LucideIcon, Trash2 } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { cn } from '@/components/ui/cn'
import { NumberInput } from '@/components/ui/number-input'
import { t } from '@/server/lib/locale/texts.ts'
import { sixDigits } from '@/server/lib/text/color.ts'

interface BlockToolsProps {
  editor: Editor
  onDialog: (dialog: EditorDialog) => void
}

const ICONS: Record<Alignment, LucideIcon> = { left: AlignLeft, center: AlignCenter, right: AlignRight }

/** In pixels. Composing the email shrinks images that are too wide for their place. */
const SIZES = [
  { name: 'Small', width: 200 },
  { name: 'Medium', width: 400 },
  { name: 'Large', width: 700 },
]

/** Tools for the block at the cursor, in a second row of the toolbar. */
export function BlockTools({ editor, onDialog }: BlockToolsProps) {
  const block = useEditorState({ editor, selector: ({ editor: now }) => blockAt(now) })
  if (!block) return null
  const { type, attrs } = block
  const set = (changed: Record<string, unknown>) => editor.chain().focus().updateAttributes(type, changed).run()
  return (
    <div className="mt-1 flex w-full flex-wrap items-center gap-0.5 border-border border-t pt-1.5 text-sm">
      <span className="px-1.5 font-medium">{NAMES[type]}</span>
      {type === 'linkButton' ? (
        <>
          <Swatch
            name={t`Template color`}
            color={null}
            pressed={attrs.color === null}
            onClick={() => set({ color: null })}
          />
          <ButtonColors chosen={attrs.color} onChoose={(color) => set({ color })} />
        </>
      ) : null}
      {'align' in attrs
        ? ALIGNMENTS.map((align) => {
            const Icon = ICONS[align]
            return (
              <Tool key={align} label={`Align ${align}`} pressed={attrs.align === align} onClick={() => set({ align })}>
                <Icon aria-hidden />
              </Tool>
            )
          })
        : null}
      {type === 'image'
        ? SIZES.map(({ name, width }) => (
            <Tool
              key={name}
              label={`${name} image`}
              pressed={Number(attrs.width) === width}
              onClick={() => set({ width, height: null })}
            >
              {name}
            </Tool>
          ))
        : null}
      {type === 'image' ? (
        <ImageWidth
          key={String(attrs.width)}
          width={Number(attrs.width) || undefined}
          onChange={(width) => editor.commands.updateAttributes('image', { width, height: null })}
        />
      ) : null}
      {type === 'image' ? <Tool onClick={() => onDialog('description')}>Description</Tool> : null}
      {DIALOGS[type] ? <Tool onClick={() => onDialog(DIALOGS[type] ?? 'link')}>{EDIT[type]}</Tool> : null}
      {type === 'columns' ? (
        <Tool onClick={() => editor.chain().focus().removeColumns().run()}>Remove columns</Tool>
      ) : null}
      {type === 'condition' ? (
        <Tool onClick={() => editor.chain().focus().unsetCondition().run()}>Show to everyone</Tool>
      ) : null}
      <Tool label={`Delete ${NAMES[type]?.toLowerCase()}`} onClick={() => remove(editor, block)}>
        <Trash2 aria-hidden />
      </Tool>
    </div>
  )
}

/** The account’s brand colors, then neutral ones that suit any email. */
function ButtonColors({ chosen, onChoose }: { chosen: unknown; onChoose: (color: string) => void }) {
  const own = useQuery(useTRPC().account.colors.queryOptions()).data ?? []
  const usual = BUTTON_COLORS.map(({ name, background }) => ({ name, color: background as string }))
  const brand = [...new Set(own.map(sixDigits))].filter((color) => usual.every((one) => one.color !== color))
  return [...brand.map((color) => ({ name: t`Brand color ${color}`, color })), ...usual].map(({ name, color }) => (
    <Swatch key={color} name={name} color={color} pressed={chosen === color} onClick={() => onChoose(color)} />
  ))
}

const NAMES: Record<string, string> = {
  linkButton: 'Button',
  image: 'Image',
  columns: 'Columns',
  socialLinks: 'Social links',
  video: 'Video',
  condition: 'Conditional block',
  paywall: 'Paywall',
}
const DIALOGS: Record<string, EditorDialog> = {
  linkButton: 'button',
  image: 'link',
  socialLinks: 'social',
  video: 'video',
  condition: 'condition',
}
const EDIT: Record<string, string> = {
  linkButton: 'Link',
  image: 'Link',
  socialLinks: 'Edit links',
  video: 'Edit video',
  condition: 'Change condition',
}

interface BlockAt {
  type: string
  attrs: Record<string, unknown>
  from: number
  to: number
}

/** Returns the selected block, or the innermost one around the cursor. */
function blockAt({ state: { selection } }: Editor): BlockAt | null {
  const { $from, from, to } = selection
  const selected = 'node' in selection ? (selection.node as { type: { name: string }; attrs: BlockAt['attrs'] }) : null
  if (selected && NAMES[selected.type.name]) return { type: selected.type.name, attrs: selected.attrs, from, to }
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (NAMES[node.type.name])
      return { type: node.type.name, attrs: node.attrs, from: $from.before(depth), to: $from.after(depth) }
  }
  return null
}

const remove = (editor: Editor, { from, to }: BlockAt) => editor.chain().focus().deleteRange({ from, to }).run()

/** An image's width in pixels, applied by Enter and when the input loses the focus. */
function ImageWidth({ width, onChange }: { width: number | undefined; onChange: (width: number) => void }) {
  const id = useId()
  const [typedWidth, setTypedWidth] = useState(width ?? Number.NaN)
  function store() {
    const fitted = Number.isNaN(typedWidth) ? width : fitWidth(typedWidth)
    setTypedWidth(fitted ?? Number.NaN)
    if (fitted !== undefined && fitted !== width) onChange(fitted)
  }
  return (
    <label htmlFor={id} className="inline-flex h-8 items-center gap-1.5 px-1.5 text-muted-foreground">
      Width
      <NumberInput
        id={id}
        value={typedWidth}
        min={MIN_WIDTH}
        max={MAX_WIDTH}
        aria-label={t`Image width in pixels`}
        className="figures h-7 w-16 rounded-md px-1.5 text-sm shadow-none max-md:h-8"
        onChange={setTypedWidth}
        onBlur={store}
        onKeyDown={(event) => {
          // Keep arrow keys from moving between the tools.
          event.stopPropagation()
          if (event.key !== 'Enter') return
          event.preventDefault()
          store()
        }}
      />
      px
    </label>
  )
}

interface ToolProps {
  label?: string
  pressed?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, pressed, onClick, children }: ToolProps) {
  return (
    <Primitive.Button
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={toolStyle}
      // Keep the selection on click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </Primitive.Button>
  )
}

/** `null` is the template's color. */
function Swatch({
  name,
  color,
  ...props
}: {
  name: string
  color: string | null
  pressed: boolean
  onClick: () => void
}) {
  return (
    <Tool label={name} {...props}>
      <span
        className={cn(
          'size-4.5 rounded-full border border-border-strong',
          color === null && 'border-dashed',
          props.pressed && 'ring-2 ring-ring ring-offset-2 ring-offset-card',
        )}
        style={color === null ? undefined : { backgroundColor: color }}
      />
    </Tool>
  )
}
