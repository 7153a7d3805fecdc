import dynamic from 'next/dynamic'
import { type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { FilterTabs } from '@/components/list/list-filters'
import { Alert } from '@/components/ui/alert'
import { Textarea } from '@/components/ui/textarea'
import { t } from '@/server/lib/locale/texts.ts'
import { isEditorCompatible, splitStyles } from './editor-compatibility'
import { LeftOutNote } from './left-out-note'
import { useMergeTags } from './use-merge-tags'

const RichTextEditor = dynamic(() => import('@/components/editor/rich-text-editor').then((own) => own.RichTextEditor), {
  ssr: false,
  // As tall as an empty editor with its toolbar.
  loading: () => <div aria-busy className="min-h-108 rounded-xl border border-border-strong bg-card" />,
})

interface ContentEditorProps {
  label: string
  content: string
  /** Reloads `content` when it changes, so the cursor never jumps. */
  contentKey: string | number
  onChange: (html: string) => void
  placeholder?: string
  editable: boolean
  /** Sentences about parts of the content removed by the last save. */
  leftOut?: readonly string[] | undefined
  /** Receives a function that reads the displayed text. */
  screen?: RefObject<(() => string) | null> | undefined
  /** True if everyone sees the same text, so it can’t be personalized. */
  isPublic?: boolean
}

/** Edits HTML visually or as source. HTML that the visual editor can’t preserve opens as source. */
export function ContentEditor({
  label,
  content,
  contentKey,
  onChange,
  placeholder,
  editable,
  leftOut = [],
  screen,
  isPublic = false,
}: ContentEditorProps) {
  const [source, setSource] = useState(() => !isEditorCompatible(content))
  const mergeTags = useMergeTags({ is_public: isPublic })
  const editor = useRef<() => string>(null)
  // Style sheets are added back to the output of the visual editor.
  const { styles, text } = splitStyles(content)
  const [pastedHtml, setPastedHtml] = useState('')
  useImperativeHandle(screen, () => () => (source || !editor.current ? content : styles + editor.current()), [
    source,
    content,
    styles,
  ])
  return (
    <div className="grid gap-2">
      <div className="flex items-end justify-between">
        <h2 className="font-medium text-sm">{label}</h2>
        <FilterTabs
          label="Editor mode"
          value={source ? 'html' : 'write'}
          options={[
            { value: 'write', label: 'Editor' },
            { value: 'html', label: 'HTML' },
          ]}
          onChange={(value) => setSource(value === 'html')}
        />
      </div>
      {source ? (
        <Textarea
          aria-label={`${label} as HTML`}
          className="min-h-128 font-mono text-sm"
          spellCheck={false}
          value={content}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <>
          {isEditorCompatible(content) ? null : (
            <Alert
              tone="warning"
              title="The editor does not support some of this HTML. Editing here simplifies it. Switch to HTML to keep it."
            />
          )}
          <RichTextEditor
            label={label}
            contentKey={contentKey}
            content={text}
            onChange={(html) => onChange(styles + html)}
            onPasted={setPastedHtml}
            mergeTags={mergeTags}
            mergeTagsLabel={isPublic ? t`Snippets` : t`Personalize`}
            isPublic={isPublic}
            placeholder={placeholder}
            editable={editable}
            screen={editor}
            onUnsupported={() => setSource(true)}
          />
        </>
      )}
      {editable ? <LeftOutNote html={source ? content : styles + pastedHtml} storedLeftOut={leftOut} /> : null}
    </div>
  )
}
