import { Eye, type LucideIcon, PencilLine, ShieldQuestion } from '@/components/generated/icons'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Consent } from '@/server/modules/oauth/schema.ts'
import { AccountChoice } from './account-choice'
import { AppHeading } from './app-heading'
import { SwitchUser } from './switch-user'

/** A plain form, which works before scripts load. */
export function ConsentForm({ consent, request }: { consent: Consent; request: string }) {
  const { app, permissions, is_assistant, tenant_name, user, accounts, chosen_account_id, proof } = consent
  const may_connect = chosen_account_id !== null
  return (
    <form action="/oauth/decision" method="post" className="w-full max-w-lg px-5">
      <input type="hidden" name="request" value={request} />
      <input type="hidden" name="proof" value={proof} />
      <AppHeading app={app} tenantName={tenant_name} />
      <section aria-labelledby="permissions" className="rounded-2xl border border-border bg-card p-5 shadow-xs sm:p-6">
        <h2 id="permissions" className="font-semibold text-sm">
          {app.name} will be able to
        </h2>
        <ul className="mt-4 grid gap-4">
          {permissions.map(({ right, title, detail }) => (
            <Permission key={right} icon={right === 'read' ? Eye : PencilLine} title={title} detail={detail} />
          ))}
          {is_assistant ? (
            <Permission
              icon={ShieldQuestion}
              title="Ask before it sends or deletes"
              detail="As an assistant, it reads and writes drafts. Everything that reaches subscribers or deletes waits until an admin approves it."
            />
          ) : null}
        </ul>
      </section>
      {may_connect ? (
        <AccountChoice accounts={accounts} initialId={chosen_account_id} />
      ) : (
        <Alert tone="warning" className="mt-4" title="You can’t connect apps">
          Only admins and owners can connect apps. Ask one in {accounts.map(({ name }) => `“${name}”`).join(', ')} to
          connect it or to make you an admin.
        </Alert>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button type="submit" name="decision" value="deny" variant="outline" size="lg" className="max-sm:order-2">
          {may_connect ? 'Deny' : `Back to ${app.name}`}
        </Button>
        {may_connect ? (
          <Button type="submit" name="decision" value="allow" size="lg">
            Allow
          </Button>
        ) : null}
      </div>
      <SwitchUser user={user} />
    </form>
  )
}

function Permission({ icon: Icon, title, detail }: { icon: LucideIcon; title: string; detail: string }) {
  return (
    <li className="flex gap-3.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-xl bg-primary-soft text-primary-ink">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span className="grid gap-0.5">
        <span className="font-medium text-sm">{title}</span>
        <span className="text-pretty text-muted-foreground text-sm">{detail}</span>
      </span>
    </li>
  )
}
