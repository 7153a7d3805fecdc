import type { Editor } from '@tiptap/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { linkTarget } from '@/components/link-target'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter, DialogRoot } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const wrongTarget = () => 'Enter a web address, an email address, or a merge tag'

export interface LinkDialogProps {
  editor: Editor
  open: boolean
  onClose: () => void
}

export function LinkDialog({ editor, open, onClose }: LinkDialogProps) {
  const of_image = editor.isActive('image')
  const kind = of_image ? 'image' : 'link'
  const current = open ? ((editor.getAttributes(kind).href as string | null | undefined) ?? '') : ''
  return (
    <Dialog open={open} onClose={onClose} title="Link" description="Clicks are tracked, unless tracking is off.">
      <Fields
        key={current}
        fields={[
          { name: 'href', label: 'URL', initial: current, placeholder: 'studio.example/guide', check: checkTarget },
        ]}
        submitLabel="Set link"
        extra={
          current ? (
            <Button
              variant="ghost"
              onClick={() => {
                if (of_image) editor.chain().focus().updateAttributes('image', { href: null }).run()
                else editor.chain().focus().extendMarkRange('link').unsetLink().run()
                onClose()
              }}
            >
              Remove link
            </Button>
          ) : null
        }
        onCancel={onClose}
        onSubmit={({ href: typed = '' }) => {
          const href = linkTarget(typed) ?? typed
          const chain = of_image ? editor.chain().focus() : editor.chain().focus().extendMarkRange('link')
          const nothing_selected = editor.state.selection.empty && !current
          if (of_image) chain.updateAttributes('image', { href }).run()
          else if (nothing_selected)
            chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
          else chain.setLink({ href }).run()
          onClose()
        }}
      />
    </Dialog>
  )
}

/** Inserts a button, or changes the link of the button at the cursor. */
export function ButtonDialog({ editor, open, onClose }: LinkDialogProps) {
  const is_edited = open && editor.isActive('linkButton')
  const url = { name: 'href', label: 'URL', placeholder: 'studio.example/guide', check: checkTarget }
  return (
    <DialogRoot open={open} onClose={onClose}>
      {is_edited ? (
        <DialogContent title="Button link" description="The page that the button opens.">
          <Fields
            fields={[{ ...url, initial: editor.getAttributes('linkButton').href as string }]}
            submitLabel="Set link"
            onCancel={onClose}
            onSubmit={({ href = '' }) => {
              editor
                .chain()
                .focus()
                .updateAttributes('linkButton', { href: linkTarget(href) ?? href })
                .run()
              onClose()
            }}
          />
        </DialogContent>
      ) : (
        <DialogContent title="Insert button" description="Add one clear call to action.">
          <Fields
            fields={[
              {
                name: 'text',
                label: 'Label',
                placeholder: 'Read the guide',
                check: (text) => (text.trim() ? undefined : 'Enter a label'),
              },
              url,
            ]}
            submitLabel="Insert"
            onCancel={onClose}
            onSubmit={({ text = '', href = '' }) => {
              editor
                .chain()
                .focus()
                .placeBlock({
                  type: 'linkButton',
                  attrs: { href: linkTarget(href) ?? href },
                  content: [{ type: 'text', text }],
                })
                .run()
              onClose()
            }}
          />
        </DialogContent>
      )}
    </DialogRoot>
  )
}

export interface FieldSpec {
  name: string
  label: string
  initial?: string
  placeholder?: string
  check?: (text: string) => string | undefined
}

interface FieldsProps {
  fields: readonly FieldSpec[]
  submitLabel: string
  extra?: ReactNode
  onCancel: () => void
  onSubmit: (values: Record<string, string>) => void
}

export function Fields({ fields, submitLabel, extra, onCancel, onSubmit }: FieldsProps) {
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])),
  )
  const [showsErrors, setShowsErrors] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    // Otherwise the event reaches the composer’s form, in which this dialog is rendered.
    event.stopPropagation()
    setShowsErrors(true)
    if (fields.every(({ name, check }) => !check?.(values[name] ?? ''))) onSubmit(values)
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {fields.map(({ name, label, placeholder, check }, index) => (
        <Field key={name} label={label} error={showsErrors ? check?.(values[name] ?? '') : undefined}>
          <Input
            autoFocus={index === 0}
            placeholder={placeholder}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </Field>
      ))}
      <DialogFooter>
        {extra}
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">{submitLabel}</Button>
      </DialogFooter>
    </form>
  )
}

export const checkTarget = (text: string) => (linkTarget(text) ? undefined : wrongTarget())
