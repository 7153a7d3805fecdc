import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/loaded'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { Switch } from '@/components/ui/switch'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { TwoFactorPolicy } from '@/server/modules/accounts/settings-schema.ts'

/** Requires two-factor authentication of all members. Owners only. */
export function TwoFactorPolicyCard() {
  const trpc = useTRPC()
  const policy = useQuery(trpc.account.twoFactorPolicy.queryOptions())
  const save = useAction(trpc.account.setTwoFactorPolicy, {
    invalidates: trpc.account.twoFactorPolicy,
    evenAfterErrors: true,
    done: (_, { is_required }) => (is_required ? 'Two-factor authentication is now required' : 'No longer required'),
  })
  return (
    <SectionCard title="Team security" description="Applies to every member of this account. Only owners see this.">
      <Loaded query={policy} as="h3" loading={<Skeleton className="h-12 w-full" />}>
        {(data) => (
          <Field
            layout="inline"
            label="Require two-factor authentication of all members"
            description={`${policySummary(data)} API keys keep working.`}
          >
            <Switch
              checked={save.isPending ? save.variables.is_required : data.is_required}
              disabled={save.isPending}
              onCheckedChange={(is_required) => save.start({ is_required })}
            />
          </Field>
        )}
      </Loaded>
    </SectionCard>
  )
}

function policySummary({ is_required, members, members_without }: TwoFactorPolicy): string {
  if (members_without === 0) return members === 1 ? 'You have set it up.' : `All ${members} members have set it up.`
  const missing =
    members === 1 ? 'You have not set it up yet.' : `Not set up yet: ${members_without} of ${members} members.`
  return is_required
    ? t`${missing} Members without it can’t use the account.`
    : t`${missing} If you turn this on, members without it must set it up before they open another page.`
}
