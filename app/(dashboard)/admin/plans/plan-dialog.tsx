'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { FormDialog } from '@/components/form-dialog'
import { formatCount } from '@/components/format'
import { clearSent } from '@/components/sent-values'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/sonner'
import { Switch } from '@/components/ui/switch'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { PlanRow } from '@/server/modules/accounts/plan-schema.ts'
import { NEW_PLAN, planOfTyped, TypedPlan, typedPlan } from './plan-fields'

interface PlanDialogProps {
  /** Undefined: a new plan. */
  plan?: PlanRow
  open: boolean
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** Limits explained by `Effect` when they change. */
const LIMITS = ['subscriber_limit', 'member_limit', 'has_reporting', 'has_api'] as const

export function PlanDialog({ plan, open, onClose, onSaved }: PlanDialogProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.admin.plans.create)
  const edit = useAction(trpc.admin.plans.edit)
  const before = plan ? typedPlan(plan) : NEW_PLAN
  const form = useStoredForm({ resolver: zodResolver(TypedPlan), values: before })
  const { control } = form
  const typed = form.watch()
  const changedLimits = LIMITS.filter((name) => typed[name] !== before[name])
  return (
    <FormDialog
      title={plan ? `Edit ${plan.name}` : 'New plan'}
      form={form}
      open={open}
      onClose={onClose}
      submitLabel={plan ? 'Save plan' : 'Create plan'}
      onSubmit={async (values) => {
        await (plan ? edit : create).run(planOfTyped(values))
        await onSaved()
        clearSent(form, NEW_PLAN)
        onClose()
        toast.success(plan ? 'Plan saved' : 'Plan created')
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField control={control} name="name" label="Name">
          {(field) => <Input {...field} autoComplete="off" placeholder="Team" />}
        </FormField>
        <FormField
          control={control}
          name="key"
          label="Key"
          description={plan ? 'Cannot be changed.' : 'In the API and in billing events.'}
        >
          {(field) => <Input {...field} autoComplete="off" placeholder="team" readOnly={Boolean(plan)} />}
        </FormField>
        <FormField control={control} name="description" label="Description" optional className="sm:col-span-2">
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField control={control} name="subscriber_limit" label="Active subscribers" description="Empty: no limit.">
          {(field) => <Input {...field} inputMode="numeric" className="figures" />}
        </FormField>
        <FormField
          control={control}
          name="member_limit"
          label="Members"
          description="Open invitations included. Empty: no limit."
        >
          {(field) => <Input {...field} inputMode="numeric" className="figures" />}
        </FormField>
        <FormField control={control} name="has_reporting" label="Reporting through API keys" layout="inline">
          {({ value, onChange, ...field }) => <Switch {...field} checked={value} onCheckedChange={onChange} />}
        </FormField>
        <FormField control={control} name="has_api" label="API keys and apps" layout="inline">
          {({ value, onChange, ...field }) => <Switch {...field} checked={value} onCheckedChange={onChange} />}
        </FormField>
        <FormField control={control} name="price_month" label="Price per month" optional>
          {(field) => <Input {...field} inputMode="decimal" className="figures" placeholder="29.00" />}
        </FormField>
        <FormField control={control} name="price_year" label="Price per year" optional>
          {(field) => <Input {...field} inputMode="decimal" className="figures" placeholder="290.00" />}
        </FormField>
        <FormField control={control} name="currency" label="Currency">
          {(field) => <Input {...field} autoComplete="off" className="figures" maxLength={3} />}
        </FormField>
        <FormField
          control={control}
          name="trial_days"
          label="Days of trial"
          description="For accounts that start on this plan. 0: none."
        >
          {(field) => <Input {...field} inputMode="numeric" className="figures" />}
        </FormField>
        <FormField control={control} name="position" label="Position" description="Lower numbers come first.">
          {(field) => <Input {...field} inputMode="numeric" className="figures" />}
        </FormField>
      </div>
      {plan && changedLimits.length > 0 ? (
        <Effect plan={plan} changes_limit={changedLimits.includes('subscriber_limit')} />
      ) : null}
    </FormDialog>
  )
}

/** Explains which accounts an unsaved change affects. */
function Effect({ plan: { accounts, own_limits }, changes_limit }: { plan: PlanRow; changes_limit: boolean }) {
  if (accounts === 0) return <Alert title="No account has this plan" />
  const exception =
    changes_limit && own_limits > 0
      ? t` ${formatCount(own_limits, 'account')} with a subscriber limit of their own keep${own_limits === 1 ? 's' : ''} it.`
      : ''
  return (
    <Alert tone="warning" title={`This changes what ${formatCount(accounts, 'account')} may use`}>
      An account above a limit keeps what it has but cannot add more.{exception}
    </Alert>
  )
}
