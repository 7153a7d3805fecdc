'use client'

import { PencilLine } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Edit } from './use-draft'

/** Renames the automation. */
export function NameDialog({ name, edit }: { name: string; edit: Edit }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(name)
  function submit(event: FormEvent) {
    event.preventDefault()
    const next = typed.trim()
    if (!next) return
    edit((draft) => ({ ...draft, name: next }))
    setOpen(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) setTyped(name)
      }}
    >
      <DialogTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label="Rename" className="text-muted-foreground">
          <PencilLine aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent title="Rename">
        <form noValidate className="grid gap-5" onSubmit={submit}>
          <Field label="Name" error={typed.trim() ? undefined : 'Enter a name'}>
            <Input
              value={typed}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit">Rename</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
