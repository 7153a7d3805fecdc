import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import { contentsText } from '@/server/modules/deletion/values-schema.ts'

interface DeleteAccountDialogProps {
  account_id: number
  open: boolean
  onClose: () => void
}

const loadFields = async () =>
  (await import('@/server/modules/deletion/schema.ts')).AdministratorsDeletion.omit({ account_id: true })

/** Shows what will be deleted, and asks for the account's name and a reason. */
export function DeleteAccountDialog({ account_id, open, onClose }: DeleteAccountDialogProps) {
  const trpc = useTRPC()
  const contents = useQuery(trpc.account_deletions.contents.queryOptions({ account_id }, { enabled: open }))
  const schedule = useAction(trpc.account_deletions.schedule, { invalidates: trpc.admin.accounts })
  const form = useForm({ resolver: bySchema(loadFields), defaultValues: { name: '', reason: '' } })
  const { data } = contents
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      form={form}
      title={data ? `Delete ${data.name}` : 'Delete account'}
      description={
        data
          ? `In ${data.days} ${data.days === 1 ? 'day' : 'days'} this will be deleted: ${contentsText(data)}. ${usersText(data.users)}Sending, automations, webhooks and the API stop now.`
          : (contents.error?.message ?? 'Counting what will be deleted …')
      }
      submitLabel="Schedule deletion"
      submitDisabled={!data}
      onSubmit={async (values) => {
        await schedule.run({ account_id, ...values }, 'Deletion scheduled')
        close()
      }}
    >
      <InputField
        as={Textarea}
        control={form.control}
        name="reason"
        label="Reason"
        description="Sent to the owners and recorded in the audit log."
        autoFocus
        rows={3}
      />
      <InputField
        control={form.control}
        name="name"
        label="Account name"
        description={data ? `Type “${data.name.trim()}” to confirm.` : undefined}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}

const usersText = (users: number) =>
  users === 0
    ? ''
    : `${users === 1 ? t`1 user belongs` : `${users} users belong`} to no other account and will be deleted too. `
