import { BadgeCheck, FlaskConical, Globe, Link2, type LucideIcon, ShieldQuestion } from '@/components/generated/icons'
import { LogoMark } from '@/components/logo'
import { Avatar } from '@/components/ui/avatar'
import { cn } from '@/components/ui/cn'
import type { Consent } from '@/server/modules/oauth/schema.ts'

/** The requesting app and its review status. */
export function AppHeading({ app, tenantName }: { app: Consent['app']; tenantName: string }) {
  return (
    <header className="mb-6 grid justify-items-center gap-1.5 text-center">
      <div aria-hidden className="mb-4 flex items-center">
        <Avatar name={app.name} src={app.logo_url} className="size-16 rounded-2xl shadow-xs *:text-lg" />
        <span className="w-10 border-border-strong border-t-2 border-dashed" />
        <LogoMark className="size-16" />
      </div>
      <h1 className="wrap-anywhere text-balance font-semibold text-2xl tracking-[-0.024em]">
        Connect {app.name} to your account?
      </h1>
      {tenantName ? <p className="wrap-anywhere text-muted-foreground text-sm">For “{tenantName}”</p> : null}
      <ul className="mt-1 grid justify-items-center gap-1 text-muted-foreground text-sm">
        <Fact icon={Globe}>
          You continue to <b className="wrap-anywhere font-medium text-foreground">{app.target}</b>
        </Fact>
        {app.described_at === null ? null : (
          <Fact icon={Link2}>
            Described by <b className="wrap-anywhere font-medium text-foreground">{app.described_at}</b>
          </Fact>
        )}
        <ReviewStatus status={app.review_status} />
      </ul>
    </header>
  )
}

function ReviewStatus({ status }: { status: Consent['app']['review_status'] }) {
  if (status === 'published') {
    return (
      <Fact icon={BadgeCheck} className="text-success-ink">
        In the app store, reviewed
      </Fact>
    )
  }
  if (status === 'unpublished')
    return <Fact icon={FlaskConical}>Not in the app store. Allow it only if you trust the developer</Fact>
  return (
    <Fact icon={ShieldQuestion} className="text-warning-ink">
      Not reviewed. Allow it only if you started this yourself
    </Fact>
  )
}

interface FactProps {
  icon: LucideIcon
  className?: string
  children: React.ReactNode
}

function Fact({ icon: Icon, className, children }: FactProps) {
  return (
    <li className={cn('flex items-start gap-2', className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="text-pretty text-start">{children}</span>
    </li>
  )
}
