'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bySchema } from '@/components/form-schema'
import { Loaded } from '@/components/loaded'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Form, InputField } from '@/components/ui/form'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { UserView } from '@/server/modules/users/schema.ts'

export function NameCard() {
  const trpc = useTRPC()
  const me = useQuery(trpc.users.me.queryOptions())
  return (
    <SectionCard
      title="Your name"
      description={me.data ? `You sign in as ${me.data.email_address}.` : 'Shown to your team.'}
    >
      <Loaded query={me} as="h3" loading={<Skeleton className="h-20 w-full" />}>
        {(data) => <NameForm me={data} />}
      </Loaded>
    </SectionCard>
  )
}

function NameForm({ me }: { me: UserView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const rename = useAction(trpc.users.rename)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/modules/users/schema.ts')).UserInput),
    values: { name: me.name ?? '' },
  })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await rename.run(values)
        markSaved(form)
        await client.invalidateQueries(trpc.users.pathFilter())
        toast.success('Name saved')
      }}
    >
      <InputField control={form.control} name="name" label="Name" autoComplete="name" />
      <Button
        type="submit"
        className="justify-self-start"
        pending={form.formState.isSubmitting}
        disabled={!form.formState.isDirty}
      >
        Save
      </Button>
    </Form>
  )
}
