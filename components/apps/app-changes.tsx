import { eventLabels, scopeLabel } from '@/components/apps/app-labels'
import { AppLogo } from '@/components/apps/app-logo'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'
import { changesOf, type FactChange } from '@/server/modules/apps/revision-schema.ts'
import { CATEGORIES, type Category } from '@/server/modules/apps/schema.ts'

/** Changes since the approval, each with the approved and the proposed version. */
export function AppChanges({ app }: { app: AppDetail }) {
  return (
    <dl className="grid gap-5 text-sm">
      {changesOf(app).map((change) => (
        <div key={change.field} className="grid gap-2">
          <dt className="font-medium">{change.label}</dt>
          <dd className="grid gap-2 sm:grid-cols-2">
            <Version title="Approved" change={change} text={change.before} className="bg-muted" />
            <Version title="Proposed" change={change} text={change.after} className="border-primary/40" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface VersionProps {
  title: string
  change: FactChange
  text: string
  className: string
}

function Version({ title, change, text, className }: VersionProps) {
  return (
    <div className={`min-w-0 rounded-lg border border-border px-3.5 py-2.5 ${className}`}>
      <p className="mb-1 text-muted-foreground text-xs">{title}</p>
      {change.field === 'logo_url' ? (
        <AppLogo src={text || null} className="size-14 rounded-xl" />
      ) : (
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">
          {text === '' ? 'None' : changeText(change.field, text)}
        </p>
      )}
    </div>
  )
}

function changeText(field: FactChange['field'], text: string): string {
  const lines = text.split('\n')
  if (field === 'scopes') return `${scopeLabel(lines)} (${lines.join(', ')})`
  if (field === 'webhook_events') return eventLabels(lines).join('\n')
  return field === 'category' ? (CATEGORIES[text as Category] ?? text) : text
}
