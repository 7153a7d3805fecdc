'use client'

import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect } from 'react'
import { withBlockHtml } from '@/components/editor/content-block'
import { droppedImages } from '@/components/editor/dropped-images'
import { emailExtensions } from '@/components/editor/extensions'
import { EditorToolbar, type MergeTag } from '@/components/editor/toolbar'
import { WordCount } from '@/components/editor/word-count'
import { cn } from '@/components/ui/cn'

interface RichTextEditorProps {
  /** HTML, only read when `contentKey` changes, so the cursor never jumps. */
  content: string
  contentKey: string | number
  onChange: (html: string) => void
  mergeTags: readonly MergeTag[]
  mergeTagsLabel: string
  label: string
  placeholder?: string
  editable?: boolean
  className?: string
}

/** The email editor. Shows the content as it is sent. Common Ctrl/Cmd shortcuts work, and "/" is an ordinary character. */
export function RichTextEditor({
  content,
  contentKey,
  onChange,
  mergeTags,
  mergeTagsLabel,
  label,
  placeholder = 'Start writing…',
  editable = true,
  className,
}: RichTextEditorProps) {
  const editor = useEditor(
    {
      extensions: emailExtensions(placeholder),
      content,
      editable,
      immediatelyRender: false,
      editorProps: {
        ...droppedImages,
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          class: 'email-text outline-none',
        },
      },
      onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : withBlockHtml(changed.getHTML())),
    },
    [contentKey],
  )
  // Emits no update, so setting the content does not trigger a save.
  useEffect(() => editor?.setEditable(editable, false), [editor, editable])

  return (
    <div
      className={cn(
        'grid min-w-0 grid-rows-[auto_1fr_auto] rounded-xl border border-border-strong bg-card focus-within:border-ring',
        className,
      )}
    >
      {editor ? (
        <EditorToolbar editor={editor} mergeTags={mergeTags} mergeTagsLabel={mergeTagsLabel} disabled={!editable} />
      ) : (
        <div className="h-12 border-border border-b" />
      )}
      <EditorContent
        editor={editor}
        className="min-h-96 cursor-text px-5 py-6 sm:px-8"
        onClick={() => editor?.commands.focus()}
      />
      {editor ? <WordCount editor={editor} /> : null}
    </div>
  )
}
