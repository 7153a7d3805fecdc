'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { bySchema } from '@/components/form-schema'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { Form, FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { UserView } from '@/server/modules/users/schema.ts'

export function NameCard() {
  const trpc = useTRPC()
  const me = useQuery(trpc.users.me.queryOptions())
  return (
    <Card>
      <CardHeader
        title="Your name"
        description={me.data ? `You sign in as ${me.data.email_address}.` : 'Shown to your team.'}
      />
      <CardContent>
        {me.error ? (
          <ErrorState as="h3" error={me.error} onRetry={() => void me.refetch()} />
        ) : me.data ? (
          <NameForm me={me.data} />
        ) : (
          <Skeleton className="h-20 w-full" />
        )}
      </CardContent>
    </Card>
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
      <FormField control={form.control} name="name" label="Name">
        {(field) => <Input {...field} autoComplete="name" />}
      </FormField>
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
