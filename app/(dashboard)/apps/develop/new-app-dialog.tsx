import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NameDialog } from '@/components/name-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Dialog, DialogFooter } from '@/components/ui/dialog'
import { FormField } from '@/components/ui/form'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { useAction } from '@/components/use-action'
import { AppName } from '@/server/modules/apps/develop-schema.ts'
import { ClientSecret, CopyableValue } from './client-secret'

const Values = z.object({ name: AppName, kind: z.enum(['confidential', 'public']) })

interface Made {
  id: number
  client_id: string
  client_secret: string | null
}

/** Creates an app and shows its secret once. */
export function NewAppDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [newApp, setNewApp] = useState<Made>()
  const create = useAction(trpc.apps.develop.create, { invalidates: trpc.apps.develop })
  const form = useForm<z.infer<typeof Values>>({
    resolver: zodResolver(Values),
    defaultValues: { name: '', kind: 'confidential' },
  })

  async function save({ name, kind }: z.infer<typeof Values>) {
    setNewApp(await create.run({ name, confidential: kind === 'confidential' }))
  }

  function close() {
    if (newApp) router.push(`/apps/develop/${newApp.id}`)
    else onClose()
    setNewApp(undefined)
    form.reset()
  }

  if (newApp) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title="Your app’s credentials"
        description="Add them to the settings of your server."
      >
        <CopyableValue label="Client ID" value={newApp.client_id} />
        {newApp.client_secret ? <ClientSecret secret={newApp.client_secret} /> : null}
        <DialogFooter>
          <Button onClick={close}>Set up app</Button>
        </DialogFooter>
      </Dialog>
    )
  }
  return (
    <NameDialog
      title="New app"
      description="You can change everything later."
      form={form}
      onSubmit={save}
      submitLabel="Create app"
      open={open}
      onClose={close}
      hint="Shown in the store and when the app requests access."
      placeholder="Glaze book"
    >
      <FormField control={form.control} name="kind" label="Where it runs">
        {({ value, onChange, ref, ...field }) => (
          <RadioGroup ref={ref} value={value} onValueChange={onChange} {...field}>
            <RadioCard value="confidential" title="On your server" description="Gets a client secret." />
            <RadioCard
              value="public"
              title="On users’ devices"
              description="For browser and phone apps. Uses PKCE instead of a secret."
            />
          </RadioGroup>
        )}
      </FormField>
    </NameDialog>
  )
}
