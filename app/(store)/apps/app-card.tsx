import Link from 'next/link'
import { AppLogo } from '@/components/apps/app-logo'
import { CircleCheck } from '@/components/generated/icons'
import { Badge } from '@/components/ui/badge'
import type { StoreApp } from '@/server/modules/apps/schema.ts'
import { CATEGORIES } from '@/server/modules/apps/values-schema.ts'

/** An app in the store. The whole card links to its page. */
export function AppCard({ app }: { app: StoreApp }) {
  return (
    <li className="relative grid content-start gap-4 rounded-2xl border border-border bg-card p-5 shadow-xs transition-colors hover:border-border-strong has-[a:focus-visible]:border-ring">
      <div className="flex items-start gap-4">
        <AppLogo src={app.logo_url} />
        <div className="grid min-w-0 gap-0.5">
          <h2 className="font-semibold tracking-tight [overflow-wrap:anywhere]">
            <Link href={`/apps/${app.id}`} className="rounded-md after:absolute after:inset-0 after:rounded-2xl">
              {app.name}
            </Link>
          </h2>
          {app.developer ? <p className="truncate text-muted-foreground text-sm">by {app.developer}</p> : null}
        </div>
      </div>
      <p className="line-clamp-2 text-pretty text-sm [overflow-wrap:anywhere]">{app.tagline}</p>
      <p className="mt-auto flex flex-wrap gap-2">
        {app.category ? <Badge>{CATEGORIES[app.category]}</Badge> : null}
        {app.is_installed ? (
          <Badge tone="success">
            <CircleCheck aria-hidden /> Installed
          </Badge>
        ) : null}
      </p>
    </li>
  )
}
