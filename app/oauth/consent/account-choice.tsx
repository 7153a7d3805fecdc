import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { ROLE_LABELS } from '@/server/modules/accounts/role-schema.ts'
import type { ConsentAccount } from '@/server/modules/oauth/schema.ts'

const CONNECTED = { no: null, same: 'Already connected', less: 'Connected, requests more access' } as const

/** Selects the account to connect. Native radio buttons work before scripts load. */
export function AccountChoice({ accounts, initialId }: { accounts: ConsentAccount[]; initialId: number }) {
  const [onlyAccount] = accounts
  return (
    <fieldset className="mt-4 rounded-2xl border border-border bg-card p-5 shadow-xs sm:p-6">
      <legend className="float-start mb-3 w-full font-semibold text-sm">
        {accounts.length > 1 ? 'Choose an account' : 'Account'}
      </legend>
      <div className="clear-both grid gap-2">
        {accounts.length === 1 && onlyAccount ? (
          <div className="flex items-center gap-3">
            <input type="hidden" name="account_id" value={onlyAccount.id} />
            <AccountLine account={onlyAccount} />
          </div>
        ) : (
          accounts.map((account) => (
            <label
              key={account.id}
              className={cn(
                'flex items-center gap-3 rounded-xl border border-border-strong p-3 transition-colors has-checked:border-primary has-checked:bg-primary-soft',
                account.may_connect ? 'cursor-pointer hover:border-input' : 'opacity-60',
              )}
            >
              <input
                type="radio"
                name="account_id"
                value={account.id}
                defaultChecked={account.id === initialId}
                disabled={!account.may_connect}
                className="size-4.5 shrink-0 accent-primary"
              />
              <AccountLine account={account} />
            </label>
          ))
        )}
      </div>
    </fieldset>
  )
}

function AccountLine({ account: { name, role, may_connect, connected } }: { account: ConsentAccount }) {
  const note = may_connect
    ? CONNECTED[connected]
    : `You are ${ROLE_LABELS[role].with_article} here. Only admins can connect apps`
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
      <Avatar name={name} className="size-8" />
      <span className="wrap-anywhere min-w-0 flex-1 font-medium text-sm">{name}</span>
      {note ? <Badge tone={connected === 'less' ? 'warning' : 'neutral'}>{note}</Badge> : null}
    </span>
  )
}
