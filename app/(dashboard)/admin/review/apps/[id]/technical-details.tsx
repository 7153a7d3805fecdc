import type { ReactNode } from 'react'
import { eventLabels, scopeLabel } from '@/components/apps/app-labels'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import type { ReviewDetail } from '@/server/modules/apps/review-schema.ts'
import { ADDRESS_FIELDS, ADDRESSES, PLUGIN_KIND_WORDS } from '@/server/modules/apps/values-schema.ts'

/** The app's exact URLs, scopes, events and plugins. */
export function TechnicalDetails({ app }: { app: ReviewDetail }) {
  const usedFields = ADDRESS_FIELDS.filter((field) => app[field] !== null)
  return (
    <>
      <SectionCard title="Access">
        <dl className="grid gap-4 text-sm">
          <Entry label="Client type">
            {app.confidential ? 'Confidential client, with a secret' : 'Public client, with PKCE'}
          </Entry>
          <Entry label="Requested access">
            {scopeLabel(app.scopes)} ({app.scopes.join(', ')})
          </Entry>
          <Entry label="Redirect URIs">{codes(app.redirect_uris)}</Entry>
          <Entry label="return_to domains">{codes(app.return_to_domains)}</Entry>
          {usedFields.map((field) => (
            <Entry key={field} label={ADDRESSES[field]}>
              {codes([app[field] ?? ''])}
            </Entry>
          ))}
          {app.webhook_events.length > 0 ? (
            <Entry label="Subscribed events">{eventLabels(app.webhook_events).join(' · ')}</Entry>
          ) : null}
        </dl>
      </SectionCard>
      {app.plugins.length > 0 ? (
        <SectionCard title="Plugins" className="grid gap-6">
          {app.plugins.map((plugin) => (
            <div key={plugin.id} className="grid gap-2 text-sm">
              <h3 className="font-medium">
                {plugin.name}, {PLUGIN_KIND_WORDS[plugin.kind].toLowerCase()}
              </h3>
              <p className="text-muted-foreground empty:hidden">{plugin.description}</p>
              {codes([plugin.request_url])}
              <details>
                <summary className="cursor-pointer rounded-md text-muted-foreground">Settings (JSON)</summary>
                <pre className="mt-2 max-h-80 overflow-auto whitespace-pre-wrap rounded-lg bg-secondary p-3 text-xs [overflow-wrap:anywhere]">
                  {plugin.settings}
                </pre>
              </details>
            </div>
          ))}
        </SectionCard>
      ) : null}
    </>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="grid gap-1 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

const codes = (texts: readonly string[]) =>
  texts.length === 0
    ? t`None`
    : texts.map((text) => (
        <code key={text} className="text-sm [overflow-wrap:anywhere]">
          {text}
        </code>
      ))
