import type { ReactNode } from 'react'
import { eventLabels, pluginLabel, scopeDescription, scopeLabel } from '@/components/apps/app-labels'
import { AppLogo } from '@/components/apps/app-logo'
import { AppScreenshots } from '@/components/apps/app-screenshots'
import { Bell, BookOpenCheck, ExternalLink, ImagePlus, type LucideIcon, Puzzle } from '@/components/generated/icons'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { t } from '@/server/lib/locale/texts.ts'
import type { StoreListing } from '@/server/modules/apps/schema.ts'
import { CATEGORIES } from '@/server/modules/apps/values-schema.ts'

interface AppListingProps {
  app: StoreListing
  /** The install button, or a link to the installation. */
  actions?: ReactNode
  notice?: ReactNode
  as?: 'h1' | 'h3'
  /** One column, for the preview beside a form. */
  narrow?: boolean
}

/** An app’s store listing, with the permissions it requests. */
export function AppListing({ app, actions, notice, as: Heading = 'h1', narrow = false }: AppListingProps) {
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <AppLogo src={app.logo_url} className="size-18 rounded-2xl" />
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <Heading className="font-semibold text-2xl tracking-[-0.022em] [overflow-wrap:anywhere]">{app.name}</Heading>
          <p className="text-pretty text-muted-foreground">{app.tagline || 'Tagline'}</p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
            {app.developer ? <span>by {app.developer}</span> : null}
            {app.category ? <Badge>{CATEGORIES[app.category]}</Badge> : null}
          </p>
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </header>
      {notice}
      <AppScreenshots app_id={app.id} screenshots={app.screenshots} as={Heading === 'h1' ? 'h2' : 'h4'} />
      <div className={cn('grid items-start gap-8', !narrow && 'lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-12')}>
        <p className="max-w-prose whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
          {app.description || 'Description'}
        </p>
        <div className="grid gap-6">
          <Abilities app={app} as={Heading === 'h1' ? 'h2' : 'h4'} />
          <Addresses app={app} />
        </div>
      </div>
    </article>
  )
}

function Abilities({ app, as: Heading }: { app: StoreListing; as: 'h2' | 'h4' }) {
  const { scopes, plugins, webhook_events } = app
  const nothing = scopes.length + plugins.length + webhook_events.length === 0
  return (
    <section className="grid gap-3 rounded-2xl border border-border bg-card p-5">
      <Heading className="font-semibold text-base tracking-tight">Permissions</Heading>
      <ul className="grid gap-3.5 text-sm">
        {scopes.length > 0 ? (
          <Ability icon={BookOpenCheck} title={scopeLabel(scopes)}>
            {scopeDescription(scopes)} You approve access before the app is installed.
          </Ability>
        ) : null}
        {plugins.map((plugin) => (
          <Ability
            key={`${plugin.kind} ${plugin.name}`}
            icon={plugin.kind === 'content_block' ? Puzzle : ImagePlus}
            title={pluginLabel(plugin)}
          >
            {plugin.description}
          </Ability>
        ))}
        {webhook_events.length > 0 ? (
          <Ability icon={Bell} title={`Receives ${webhook_events.length === 1 ? t`this event` : t`these events`}`}>
            {eventLabels(webhook_events).join(' · ')}
          </Ability>
        ) : null}
      </ul>
      {nothing ? <p className="text-muted-foreground text-sm">No access to your account.</p> : null}
    </section>
  )
}

function Ability({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <Icon aria-hidden className="mt-0.5 size-4 text-primary-ink" />
      <div className="grid gap-0.5 [overflow-wrap:anywhere]">
        <p className="font-medium">{title}</p>
        <p className="text-pretty text-muted-foreground empty:hidden">{children}</p>
      </div>
    </li>
  )
}

function Addresses({ app: { website_url, support_url } }: { app: StoreListing }) {
  const links = [
    { label: 'Website', url: website_url },
    { label: 'Support', url: support_url },
  ].filter(({ url }) => url !== null)
  if (links.length === 0) return null
  return (
    <ul className="grid gap-2.5 px-1 text-sm">
      {links.map(({ label, url }) => (
        <li key={label} className="grid">
          <span className="text-muted-foreground">{label}</span>
          <a
            href={url ?? undefined}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex w-fit max-w-full items-center gap-1.5 text-primary-ink underline decoration-primary-ink/35 underline-offset-4 hover:decoration-current"
          >
            <span className="truncate">{bare(url ?? '')}</span>
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The host or email address of a link. */
const bare = (url: string) => (url.startsWith('mailto:') ? url.slice('mailto:'.length) : (URL.parse(url)?.host ?? url))
