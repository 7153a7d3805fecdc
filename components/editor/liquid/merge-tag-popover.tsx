import { type Editor, useEditorState } from '@tiptap/react'
import { useMemo, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PopoverAnchor, PopoverContent, PopoverRoot } from '@/components/ui/popover-parts'
import { SelectInput } from '@/components/ui/select'
import {
  canFallBack,
  DATE_FORMATS,
  type MergeField,
  type MergeTag,
  mergeFieldName,
  readMergeField,
  writeMergeField,
} from './merge-tags'

interface MergeTagPopoverProps {
  editor: Editor
  /** Position of the chip. Undefined: the popover is closed. */
  position: number | undefined
  mergeTags: readonly MergeTag[]
  onClose: () => void
}

/** Edits a chip's field and fallback. Writes nothing until something changes. */
export function MergeTagPopover({ editor, position, mergeTags, onClose }: MergeTagPopoverProps) {
  const liquid = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const node = position === undefined ? null : now.state.doc.nodeAt(position)
      return node?.type.name === 'mergeTag' ? (node.attrs.liquid as string) : undefined
    },
  })
  const anchor = useRef({
    getBoundingClientRect: () => {
      const dom = editor.view.nodeDOM(tagPosition.current)
      return dom instanceof HTMLElement ? dom.getBoundingClientRect() : new DOMRect()
    },
  })
  const tagPosition = useRef(0)
  tagPosition.current = position ?? tagPosition.current
  const field = liquid === undefined ? undefined : readMergeField(liquid)
  const options = useMemo(() => fieldOptions(mergeTags, field?.path), [mergeTags, field?.path])
  if (position === undefined || !field) return null

  const change = (changed: MergeField) =>
    editor.commands.command(({ tr }) => {
      tr.setNodeAttribute(position, 'liquid', writeMergeField(changed))
      return true
    })

  return (
    <PopoverRoot open onOpenChange={(open) => (open ? undefined : onClose())}>
      <PopoverAnchor virtualRef={anchor} />
      <PopoverContent
        aria-label="Personalization"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          const { from, to } = editor.state.selection
          // Move the cursor after the chip, so typing does not replace it.
          if (from === tagPosition.current && to === from + 1) editor.chain().focus().setTextSelection(to).run()
          else editor.commands.focus()
        }}
      >
        <div className="grid gap-4">
          <Field label="Field">
            <SelectInput
              value={field.path}
              options={options}
              onChange={(path) =>
                change({ ...field, path, date_format: isDate(mergeTags, path) ? DATE_FORMATS[0].value : null })
              }
            />
          </Field>
          {field.date_format !== null || isDate(mergeTags, field.path) ? (
            <Field label="Date format">
              <SelectInput
                value={field.date_format ?? ''}
                options={formatOptions(field.date_format)}
                onChange={(date_format) => change({ ...field, date_format: date_format || null })}
              />
            </Field>
          ) : null}
          {canFallBack(field.path) ? (
            <Field label="Fallback" optional description="Shown to subscribers without a value.">
              <Input
                value={field.fallback ?? ''}
                maxLength={200}
                placeholder="friend"
                onChange={(event) => change({ ...field, fallback: event.target.value })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  // The editor is inside a form.
                  event.preventDefault()
                  onClose()
                }}
              />
            </Field>
          ) : null}
          <div className="flex justify-between gap-2">
            <Button
              variant="ghost"
              onClick={() => {
                editor.commands.deleteRange({ from: position, to: position + 1 })
                onClose()
              }}
            >
              Remove
            </Button>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      </PopoverContent>
    </PopoverRoot>
  )
}

const isDate = (mergeTags: readonly MergeTag[], path: string): boolean =>
  mergeTags.some(({ code, is_date }) => is_date && readMergeField(code)?.path === path)

/** Includes a format that was written as Liquid. */
const formatOptions = (written: string | null): { value: string; label: string }[] =>
  DATE_FORMATS.some(({ value }) => value === (written ?? ''))
    ? [...DATE_FORMATS]
    : [{ value: written ?? '', label: written ?? '' }, ...DATE_FORMATS]

function fieldOptions(mergeTags: readonly MergeTag[], path: string | undefined): { value: string; label: string }[] {
  const mergeFields = mergeTags.flatMap(({ label, code }) => {
    const field = readMergeField(code)
    return field ? [{ value: field.path, label }] : []
  })
  return path === undefined || mergeFields.some(({ value }) => value === path)
    ? mergeFields
    : [{ value: path, label: mergeFieldName(path) }, ...mergeFields]
}
