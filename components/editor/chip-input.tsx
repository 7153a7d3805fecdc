import { type Content, Node } from '@tiptap/core'
import { UndoRedo } from '@tiptap/extensions'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { MergeTagChip } from '@/components/editor/liquid/merge-tag'
import { MergeTagPopover } from '@/components/editor/liquid/merge-tag-popover'
import { type MergeTag, readMergeField } from '@/components/editor/liquid/merge-tags'
import { liquidSpans } from '@/components/editor/liquid/tokens'
import { mergeTagSuggestions } from '@/components/editor/suggest/merge-tag-suggestions'
import { Suggest, suggestKey } from '@/components/editor/suggest/suggest'
import { SuggestMenu } from '@/components/editor/suggest/suggest-menu'
import { insertFieldStyle } from '@/components/editor/tool-style'
import { Braces } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { controlStyle } from '@/components/ui/input'
import { singleLine } from '@/server/lib/text/single-line.ts'

const Line = Node.create({ name: 'doc', topNode: true, content: 'paragraph' })
const Paragraph = Node.create({
  name: 'paragraph',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }, { tag: 'div' }],
  renderHTML: () => ['p', 0],
  addKeyboardShortcuts: () => Object.fromEntries(['Enter', 'Shift-Enter'].map((key) => [key, () => true])),
})
const Plain = Node.create({ name: 'text', group: 'inline' })

export interface ChipInputProps {
  id?: string
  label: string
  value: string
  onChange: (value: string) => void
  mergeTags: readonly MergeTag[]
  editable: boolean
  placeholder?: string
  /** Focuses the input with the cursor at the end. */
  autoFocus?: boolean
  'aria-describedby'?: string | undefined
}

/** A single line of text with chips for variables. Reads `value` only when it differs from what was entered here. */
export function ChipInput({
  id,
  label,
  value,
  onChange,
  mergeTags,
  editable,
  autoFocus = false,
  ...props
}: ChipInputProps) {
  const [chip, setChip] = useState<number>()
  const onKey = useRef<(event: KeyboardEvent) => boolean>(() => false)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const writtenText = useRef(value)
  const editor = useEditor({
    extensions: [
      Line,
      Paragraph,
      Plain,
      UndoRedo,
      MergeTagChip.configure({ onOpen: setChip }),
      Suggest.configure({ triggers: ['{{'], onKey: (event) => onKey.current(event) }),
    ],
    content: lineOf(value),
    editable,
    autofocus: autoFocus ? 'end' : false,
    immediatelyRender: false,
    editorProps: {
      attributes: {
        ...(id ? { id } : {}),
        role: 'textbox',
        dir: 'auto',
        'aria-label': label,
        ...(props['aria-describedby'] ? { 'aria-describedby': props['aria-describedby'] } : {}),
        class: 'outline-none whitespace-pre-wrap [&_p]:min-h-6',
      },
      // Converts line breaks to spaces.
      transformPastedText: (text) => singleLine(text),
      clipboardTextParser: (text, $context) => {
        const { schema } = $context.doc.type
        return schema.node('doc', null, schema.node('paragraph', null, text ? schema.text(text) : undefined)).slice(1)
      },
    },
    // The opening braces were typed into the plain input that this one replaces.
    onCreate: ({ editor: now }) => {
      if (autoFocus) now.view.dispatch(now.state.tr.setMeta(suggestKey, 'open'))
    },
    onUpdate: ({ editor: now }) => {
      writtenText.current = now.getText()
      latestOnChange.current(writtenText.current)
    },
  })
  useEffect(() => editor?.setEditable(editable, false), [editor, editable])
  useEffect(() => {
    if (!editor || value === writtenText.current) return
    writtenText.current = value
    editor.commands.setContent(lineOf(value), { emitUpdate: false })
  }, [editor, value])

  return (
    <div
      data-editor-frame
      className={cn(
        controlStyle,
        'relative flex items-start py-1.5 pe-11 ps-3 focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/30 max-md:py-2',
        !editable && 'cursor-not-allowed bg-muted opacity-60',
      )}
    >
      <EditorContent editor={editor} className="min-w-0 flex-1 cursor-text" onClick={() => editor?.commands.focus()} />
      {editor ? (
        <>
          {editable && mergeTags.length > 0 ? (
            <button
              type="button"
              aria-label="Insert a field"
              title="Insert a field"
              className={insertFieldStyle}
              onClick={() => editor.chain().focus().insertContent('{{').run()}
            >
              <Braces aria-hidden />
            </button>
          ) : null}
          <SuggestMenu editor={editor} suggestions={{ '{{': mergeTagSuggestions(mergeTags) }} onKey={onKey} />
          <MergeTagPopover editor={editor} position={chip} mergeTags={mergeTags} onClose={() => setChip(undefined)} />
        </>
      ) : null}
    </div>
  )
}

function lineOf(value: string): Content {
  const content: { type: string; text?: string; attrs?: { liquid: string } }[] = []
  const add = (text: string) => (text === '' ? undefined : content.push({ type: 'text', text }))
  let textStart = 0
  for (const { begin, end } of liquidSpans(value)) {
    const liquid = value.slice(begin, end)
    if (!readMergeField(liquid)) continue
    add(value.slice(textStart, begin))
    content.push({ type: 'mergeTag', attrs: { liquid } })
    textStart = end
  }
  add(value.slice(textStart))
  return { type: 'doc', content: [{ type: 'paragraph', content }] }
}
