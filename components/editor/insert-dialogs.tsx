'use client'

import type { Editor } from '@tiptap/react'
import { RectangleHorizontal } from 'lucide-react'
import { Toolbar as Primitive } from 'radix-ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import { linkTarget } from '@/components/editor/link-target'
import { toolStyle } from '@/components/editor/tool-style'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Tooltip } from '@/components/ui/tooltip'

const WRONG_TARGET = 'Enter a web address, an email address, or a merge tag such as {{ unsubscribe_url }}'

interface LinkDialogProps {
  editor: Editor
  open: boolean
  onClose: () => void
}

export function LinkDialog({ editor, open, onClose }: LinkDialogProps) {
  const current = open ? ((editor.getAttributes('link').href as string | undefined) ?? '') : ''
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent title="Link" description="Clicks are tracked, unless tracking is off.">
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
                  editor.chain().focus().extendMarkRange('link').unsetLink().run()
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
            const chain = editor.chain().focus().extendMarkRange('link')
            const nothing_selected = editor.state.selection.empty && !current
            if (nothing_selected)
              chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
            else chain.setLink({ href }).run()
            onClose()
          }}
        />
      </DialogContent>
    </Dialog>
  )
}

export function InsertButtonDialog({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  return (
    <InsertDialog
      tool="Button"
      icon={<RectangleHorizontal aria-hidden />}
      disabled={disabled}
      description="Add one clear call to action."
      fields={[
        {
          name: 'text',
          label: 'Label',
          placeholder: 'Read the guide',
          check: (text) => (text.trim() ? undefined : 'Enter a label'),
        },
        { name: 'href', label: 'URL', placeholder: 'studio.example/guide', check: checkTarget },
      ]}
      onSubmit={({ text = '', href = '' }) =>
        editor
          .chain()
          .focus()
          .insertContent([
            { type: 'linkButton', attrs: { href: linkTarget(href) ?? href }, content: [{ type: 'text', text }] },
            { type: 'paragraph' },
          ])
          .run()
      }
    />
  )
}

interface FieldSpec {
  name: string
  label: string
  initial?: string
  placeholder?: string
  check?: (text: string) => string | undefined
}

interface InsertDialogProps {
  tool: string
  icon: ReactNode
  disabled: boolean
  description: string
  fields: readonly FieldSpec[]
  onSubmit: (values: Record<string, string>) => void
}

function InsertDialog({ tool, icon, disabled, description, fields, onSubmit }: InsertDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Tooltip content={tool}>
        <Primitive.Button
          aria-label={`Insert ${tool.toLowerCase()}`}
          disabled={disabled}
          className={toolStyle}
          onClick={() => setOpen(true)}
        >
          {icon}
        </Primitive.Button>
      </Tooltip>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent title={`Insert ${tool.toLowerCase()}`} description={description}>
          <Fields
            fields={fields}
            submitLabel="Insert"
            onCancel={() => setOpen(false)}
            onSubmit={(values) => {
              onSubmit(values)
              setOpen(false)
            }}
          />
        </DialogContent>
      </Dialog>
    </>
  )
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
  const [shown, setShown] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    // The dialog is rendered inside the composer’s form.
    event.stopPropagation()
    setShown(true)
    if (fields.every(({ name, check }) => !check?.(values[name] ?? ''))) onSubmit(values)
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {fields.map(({ name, label, placeholder, check }, index) => (
        <Field key={name} label={label} error={shown ? check?.(values[name] ?? '') : undefined}>
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

const checkTarget = (text: string) => (linkTarget(text) ? undefined : WRONG_TARGET)
