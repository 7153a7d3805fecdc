import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { TypedFieldInput } from '@/components/custom-fields/typed-field-input'
import { allFieldsQuery } from '@/components/page-queries'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'

/** The subscriber’s custom fields. Saves only changed values. */
export function FieldsCard({ subscriber }: { subscriber: SubscriberProfile }) {
  const trpc = useTRPC()
  const fields = useQuery(allFieldsQuery(trpc))
  const update = useAction(trpc.subscribers.update, { invalidates: trpc.subscribers })
  const [changes, setChanges] = useState<Record<string, string>>({})
  const may_write = useHasRole('editor')
  const hasChanges = Object.keys(changes).length > 0

  function save(event: FormEvent) {
    event.preventDefault()
    update.start({ id: subscriber.id, fields: changes }, () => {
      // Values typed during the request are still unsaved.
      setChanges((now) => Object.fromEntries(Object.entries(now).filter(([key, value]) => changes[key] !== value)))
      toast.success('Fields saved')
    })
  }

  return (
    <SectionCard title="Fields">
      {subscriber.has_queued_fields ? <Alert tone="info" title="New values are being saved." className="mb-4" /> : null}
      {fields.data?.rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          No custom fields yet.{' '}
          <IfRole atLeast="editor">
            <Link className="text-primary-ink underline underline-offset-4" href="/settings/fields">
              Create one
            </Link>
          </IfRole>
        </p>
      ) : (
        <form className="grid gap-4" onSubmit={save}>
          {fields.data?.rows.map((field) => (
            <TypedFieldInput
              key={field.key}
              label={field.label}
              format={field}
              value={changes[field.key] ?? subscriber.fields[field.key] ?? ''}
              disabled={!may_write}
              onChange={(value) => setChanges({ ...changes, [field.key]: value })}
            />
          ))}
          {hasChanges ? (
            <div className="flex gap-2">
              <Button type="submit" size="sm" pending={update.isPending}>
                Save
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setChanges({})}>
                Undo
              </Button>
            </div>
          ) : null}
        </form>
      )}
    </SectionCard>
  )
}
