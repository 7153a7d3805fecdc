import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CopyButton } from '@/components/copy-button'
import { bySchema } from '@/components/form-schema'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogActions, DialogContent, DialogFooter, DialogRoot } from '@/components/ui/dialog'
import { Form, FormField, InputField } from '@/components/ui/form'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import { ScopePicker } from './scope-picker'

interface CreateKeyDialogProps {
  open: boolean
  onClose: () => void
  onCreated: () => Promise<unknown>
}

/** Creates a key and shows it once. */
export function CreateKeyDialog({ open, onClose, onCreated }: CreateKeyDialogProps) {
  const trpc = useTRPC()
  const [key, setKey] = useState<string>()
  const create = useAction(trpc.api_keys.create)
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/api-keys/schema.ts')).ApiKeyInput),
    defaultValues: { name: '', scope: 'public', scopes: [], expires_in_days: null },
  })

  const scope = form.watch('scope')

  function close() {
    onClose()
    setKey(undefined)
    form.reset()
  }

  return (
    <DialogRoot open={open} onClose={close}>
      {key ? (
        <DialogContent title="Copy your API key" description="You can’t view it again after closing this dialog.">
          <div className="flex items-center gap-2 rounded-lg border border-border bg-secondary px-3 py-2">
            <code data-testid="new-api-key" className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
              {key}
            </code>
            <CopyButton value={key} label="key" />
          </div>
          <Alert
            tone="warning"
            title="Anyone with the key can access this account. Keep it out of repositories and browsers."
          />
          <DialogFooter>
            <Button onClick={close}>Done</Button>
          </DialogFooter>
        </DialogContent>
      ) : (
        <DialogContent title="New API key" description="Name it after the tool that uses it.">
          <Form
            form={form}
            onSubmit={async (values) => {
              const made = await create.run(values)
              await onCreated()
              setKey(made.key)
            }}
          >
            <InputField
              control={form.control}
              name="name"
              label="Name"
              autoFocus
              autoComplete="off"
              placeholder="Shop import script"
            />
            <FormField control={form.control} name="scope" label="Permissions">
              {({ value, onChange }) => (
                <RadioGroup value={value} onValueChange={onChange}>
                  <RadioCard value="public" title="Read and write" description="Everything but members and keys." />
                  <RadioCard value="read" title="Read only" description="No changes." />
                  <RadioCard value="chosen" title="Chosen permissions" description="Only what the tool needs." />
                  <RadioCard
                    value="assistant"
                    title="Assistant"
                    description="Reads and drafts over MCP. You approve what it sends or deletes."
                  />
                </RadioGroup>
              )}
            </FormField>
            {scope === 'chosen' ? (
              <FormField control={form.control} name="scopes" label="Chosen permissions" hideLabel>
                {({ value, onChange }) => <ScopePicker value={value ?? []} onChange={onChange} />}
              </FormField>
            ) : null}
            <FormField control={form.control} name="expires_in_days" label="Expires">
              {({ value, onChange }) => (
                <SelectInput
                  value={String(value ?? 0)}
                  onChange={(days) => onChange(Number(days) || null)}
                  options={[
                    { value: '0', label: t`Never` },
                    { value: '30', label: t`In 30 days` },
                    { value: '90', label: t`In 90 days` },
                    { value: '365', label: t`In a year` },
                  ]}
                />
              )}
            </FormField>
            <DialogActions onClose={close} pending={form.formState.isSubmitting} confirmLabel="Create key" />
          </Form>
        </DialogContent>
      )}
    </DialogRoot>
  )
}
