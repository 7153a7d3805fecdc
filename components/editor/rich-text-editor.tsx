import { getSchema } from '@tiptap/core'
import { EditorContent, type JSONContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { droppedBeside, droppedImages } from '@/components/editor/dropped-images'
import { EditorDialogs } from '@/components/editor/editor-dialogs'
import { type EditorDialog, insertables } from '@/components/editor/editor-tools'
import { emailExtensions } from '@/components/editor/extensions'
import { ImageHandle } from '@/components/editor/image-handle'
import { LiquidCodec } from '@/components/editor/liquid/codec'
import { MergeTagPopover } from '@/components/editor/liquid/merge-tag-popover'
import type { MergeTag } from '@/components/editor/liquid/merge-tags'
import { readPaste, withoutOffice } from '@/components/editor/paste/paste'
import { mergeTagSuggestions } from '@/components/editor/suggest/merge-tag-suggestions'
import { SuggestMenu } from '@/components/editor/suggest/suggest-menu'
import { EditorToolbar } from '@/components/editor/toolbar'
import { WordCount } from '@/components/editor/word-count'

interface RichTextEditorProps {
  /** HTML. Read only when `contentKey` changes, so the cursor never jumps. */
  content: string
  contentKey: string | number
  onChange: (html: string) => void
  mergeTags: readonly MergeTag[]
  mergeTagsLabel: string
  /** True if everyone sees the same text, so it cannot depend on the subscriber. */
  isPublic: boolean
  label: string
  placeholder?: string
  editable?: boolean
  /** Receives a function that reads the displayed text. */
  screen?: Ref<() => string> | undefined
  /** Receives pasted HTML. Empty for HTML from this editor or an office program, which no one wrote by hand. */
  onPasted?: (html: string) => void
  /** Called once if editing would change the Liquid of `content`. */
  onUnsupported?: () => void
}

/** The email editor. Displays the content as it will be sent. “/” and “{{” open menus at the cursor. */
export function RichTextEditor({
  content,
  contentKey,
  onChange,
  mergeTags,
  mergeTagsLabel,
  isPublic,
  label,
  placeholder = 'Start writing…',
  editable = true,
  screen,
  onPasted,
  onUnsupported,
}: RichTextEditorProps) {
  const [chip, setChip] = useState<number>()
  const [dialog, setDialog] = useState<EditorDialog>()
  const onKey = useRef<(event: KeyboardEvent) => boolean>(() => false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means a new text
  const { extensions, codec, doc, page } = useMemo(() => {
    const types = emailExtensions({ placeholder, onOpenMergeTag: setChip, onKey: (event) => onKey.current(event) })
    // A separate document, which loads no images.
    const inert = document.implementation.createHTMLDocument('')
    const own = new LiquidCodec(getSchema(types), inert)
    return { extensions: types, codec: own, doc: own.read(content).toJSON() as JSONContent, page: inert }
  }, [contentKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks only the stored content
  useEffect(() => {
    if (!codec.keeps(content)) onUnsupported?.()
  }, [codec])
  const editor = useEditor(
    {
      extensions,
      content: doc,
      editable,
      immediatelyRender: false,
      editorProps: {
        ...droppedImages,
        handleKeyDown(view, event) {
          if (!view.editable || !isLinkKey(event)) return false
          event.preventDefault()
          setDialog(view.state.selection.$from.parent.type.name === 'linkButton' ? 'button' : 'link')
          return true
        },
        transformPastedHTML: (html, view) => {
          onPasted?.(withoutOffice(html))
          return readPaste(html, { codec, page, view })
        },
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          class: 'email-text outline-none',
        },
      },
      onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : codec.write(changed.state.doc)),
    },
    [contentKey],
  )
  useImperativeHandle(screen, () => () => (editor && !editor.isEmpty ? codec.write(editor.state.doc) : ''), [
    editor,
    codec,
  ])
  const suggestions = {
    '{{': mergeTagSuggestions(mergeTags),
    '/': insertables({ open: setDialog, is_public: isPublic }),
  }
  // Emits no update, so it does not trigger a save.
  useEffect(() => editor?.setEditable(editable, false), [editor, editable])

  return (
    <div
      data-editor-frame
      {...droppedBeside(editor?.view)}
      className="relative grid min-w-0 grid-rows-[auto_1fr_auto] rounded-xl border border-border-strong bg-card focus-within:border-ring"
    >
      {editor ? (
        <EditorToolbar
          editor={editor}
          mergeTags={mergeTags}
          mergeTagsLabel={mergeTagsLabel}
          isPublic={isPublic}
          disabled={!editable}
          onDialog={setDialog}
        />
      ) : (
        <div className="h-12 border-border border-b" />
      )}
      <EditorContent
        editor={editor}
        className="min-h-96 cursor-text px-5 py-6 sm:px-8"
        onClick={() => editor?.commands.focus()}
      />
      {editor ? (
        <>
          <WordCount editor={editor} />
          <SuggestMenu editor={editor} suggestions={suggestions} onKey={onKey} />
          <MergeTagPopover editor={editor} position={chip} mergeTags={mergeTags} onClose={() => setChip(undefined)} />
          <ImageHandle editor={editor} />
          <EditorDialogs editor={editor} dialog={dialog} onClose={() => setDialog(undefined)} />
        </>
      ) : null}
    </div>
  )
}

/** Outside the editor, the same shortcut opens the command palette. */
const isLinkKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k'
