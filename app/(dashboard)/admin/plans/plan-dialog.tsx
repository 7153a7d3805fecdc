import { zodResolver } from '@hookform/resolvers/zod'
import { FormDialog } from '@/components/form-dialog'
import { formatCount } from '@/components/format'
import { clearSent } from '@/components/sent-values'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { InputField, SwitchField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
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
  const initial = plan ? typedPlan(plan) : NEW_PLAN
  const form = useStoredForm({ resolver: zodResolver(TypedPlan), values: initial })
  const { control } = form
  const number = { control, inputMode: 'numeric', className: 'figures' } as const
  const price = { ...number, inputMode: 'decimal', optional: true } as const
  const typed = form.watch()
  const changedLimits = LIMITS.filter((name) => typed[name] !== initial[name])
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
        <InputField control={control} name="name" label="Name" autoComplete="off" placeholder="Team" />
        <InputField
          control={control}
          name="key"
          label="Key"
          description={plan ? 'Cannot be changed.' : 'In the API and in billing events.'}
          autoComplete="off"
          placeholder="team"
          readOnly={Boolean(plan)}
        />
        <InputField
          control={control}
          name="description"
          label="Description"
          optional
          fieldClassName="sm:col-span-2"
          autoComplete="off"
        />
        <InputField {...number} name="subscriber_limit" label="Active subscribers" description="Empty: no limit." />
        <InputField
          {...number}
          name="member_limit"
          label="Members"
          description="Open invitations included. Empty: no limit."
        />
        <SwitchField control={control} name="has_reporting" label="Reporting through API keys" />
        <SwitchField control={control} name="has_api" label="API keys and apps" />
        <InputField {...price} name="price_month" label="Price per month" placeholder="29.00" />
        <InputField {...price} name="price_year" label="Price per year" placeholder="290.00" />
        <InputField
          control={control}
          name="currency"
          label="Currency"
          autoComplete="off"
          className="figures"
          maxLength={3}
        />
        <InputField
          {...number}
          name="trial_days"
          label="Days of trial"
          description="For accounts that start on this plan. 0: none."
        />
        <InputField {...number} name="position" label="Position" description="Lower numbers come first." />
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
