'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Form, FormField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import type { ReviewItem } from '@/server/modules/reviews/schema.ts'

/** Adds a note of an administrator about an item in review. */
export function NoteForm({ item, onAdded }: { item: ReviewItem; onAdded: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const add = useMutation(trpc.admin.reviews.addNote.mutationOptions())
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/reviews/schema.ts')).NoteInput),
    defaultValues: { ...item, text: '' },
  })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await add.mutateAsync(values)
        await client.invalidateQueries(trpc.admin.reviews.entries.pathFilter())
        clearSent(form)
        onAdded()
      }}
    >
      <FormField control={form.control} name="text" label="New note">
        {(field) => <Textarea {...field} rows={2} />}
      </FormField>
      <Button type="submit" variant="outline" className="justify-self-start" pending={form.formState.isSubmitting}>
        Add note
      </Button>
    </Form>
  )
}
