import { useForm } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Form, InputField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { ReviewItem } from '@/server/modules/reviews/schema.ts'

/** Adds an administrator's note to an item in review. */
export function NoteForm({ item, onAdded }: { item: ReviewItem; onAdded: () => void }) {
  const trpc = useTRPC()
  const add = useAction(trpc.admin.reviews.addNote, { invalidates: trpc.admin.reviews.entries })
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/reviews/schema.ts')).NoteInput),
    defaultValues: { ...item, text: '' },
  })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await add.run(values)
        clearSent(form)
        onAdded()
      }}
    >
      <InputField as={Textarea} control={form.control} name="text" label="New note" rows={2} />
      <Button type="submit" variant="outline" className="justify-self-start" pending={form.formState.isSubmitting}>
        Add note
      </Button>
    </Form>
  )
}
