import { useState } from 'react'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { formatNumber } from '@/components/format'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { FormField, InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'
import { usePlans } from '../../plans/use-plans'
import type { EditPlanForm } from './edit-plan-form'

const limitText = (limit: number | null) => (limit === null ? '' : String(limit))
const dayOf = (at: string | null) => at?.slice(0, 10) ?? ''

function fieldsOf({ plan }: AccountDetail): EditPlanForm {
  return {
    plan_type: plan.plan_type,
    limit: limitText(plan.subscriber_limit),
    interval: plan.interval,
    trial_lapse_date: dayOf(plan.trial_lapse_date),
    renews_at: dayOf(plan.renews_at),
    cancels_at: dayOf(plan.cancels_at),
  }
}

/** Changes the plan, its limit and its dates. */
export function EditPlan({ account }: { account: AccountDetail }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const { plans, nameOf } = usePlans()
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('./edit-plan-form')).EditPlanForm),
    values: fieldsOf(account),
  })
  const save = useAction(trpc.admin.setPlan, { invalidates: trpc.admin.accounts, done: 'Plan saved' })
  const date = { control: form.control, type: 'date', className: 'figures' } as const
  const chosen = plans.find(({ key }) => key === form.watch('plan_type'))
  const choices = plans.flatMap(({ key, is_archived }) => (is_archived && key !== account.plan.plan_type ? [] : key))
  const limitHint = `Empty: no limit. ${chosen ? `The plan has ${chosen.subscriber_limit === null ? 'none' : formatNumber(chosen.subscriber_limit)}. A different limit is the account’s own and stays when the plan changes.` : ''}`
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Edit plan
      </Button>
      <FormDialog
        title={`${account.name}’s plan`}
        description="Dates are in UTC. An account above its limit keeps its subscribers but cannot add any."
        form={form}
        open={open}
        onClose={() => setOpen(false)}
        submitLabel="Save plan"
        onSubmit={async (values) => {
          const current = fieldsOf(account)
          // An unchanged date keeps its time of day.
          const changedDate = (name: 'trial_lapse_date' | 'renews_at' | 'cancels_at') =>
            values[name] === current[name] ? undefined : values[name] || null
          const is_same = values.plan_type === current.plan_type && values.limit === current.limit
          await save.run({
            account_id: account.id,
            plan_type: values.plan_type === current.plan_type ? undefined : values.plan_type,
            subscriber_limit: is_same ? undefined : values.limit === '' ? null : Number(values.limit),
            interval: values.interval,
            trial_lapse_date: changedDate('trial_lapse_date'),
            renews_at: changedDate('renews_at'),
            cancels_at: changedDate('cancels_at'),
          })
          setOpen(false)
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField control={form.control} name="plan_type" label="Plan">
            {({ value, onChange, ...field }) => (
              <SelectInput
                {...field}
                value={value}
                options={choices.map((key) => ({ value: key, label: nameOf(key) }))}
                onChange={(key) => {
                  onChange(key)
                  const chosen = plans.find((plan) => plan.key === key)
                  if (chosen) form.setValue('limit', limitText(chosen.subscriber_limit))
                }}
              />
            )}
          </FormField>
          <InputField
            as={SelectInput}
            control={form.control}
            name="interval"
            label="Paid by"
            options={[
              { value: 'month', label: 'Month' },
              { value: 'year', label: 'Year' },
            ]}
          />
          <InputField
            control={form.control}
            name="limit"
            label="Limit of active subscribers"
            description={limitHint}
            inputMode="numeric"
            className="figures"
          />
          <InputField {...date} name="trial_lapse_date" label="Trial ends" />
          <InputField {...date} name="renews_at" label="Renews" />
          <InputField {...date} name="cancels_at" label="Ends" />
        </div>
      </FormDialog>
    </>
  )
}
