import { eventLabels, scopeLabel } from '@/components/apps/app-labels'
import { AppLogo } from '@/components/apps/app-logo'
import { ScreenshotChanges } from '@/components/apps/screenshot-changes'
import { TextChange } from '@/components/text-change'
import { Badge } from '@/components/ui/badge'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'
import { changesOf, type FactChange } from '@/server/modules/apps/revision-schema.ts'
import type { Category } from '@/server/modules/apps/schema.ts'
import { CATEGORIES } from '@/server/modules/apps/values-schema.ts'

/** Changes since the approval, with additions and removals. */
export function AppChanges({ app }: { app: AppDetail }) {
  return (
    <dl className="grid gap-5 text-sm">
      {changesOf(app).map((change) => (
        <div key={change.field} className="grid gap-2">
          <dt className="font-medium">{change.label}</dt>
          <dd className="grid gap-2 sm:grid-cols-2">
            {change.field === 'logo_url' ? (
              <>
                <Logo title="Approved" src={change.before} />
                <Logo title="Proposed" src={change.after} />
              </>
            ) : change.field === 'screenshots' ? (
              <ScreenshotChanges app_id={app.id} before={app.approved?.screenshots ?? []} after={app.screenshots} />
            ) : LISTS.has(change.field) ? (
              <Items change={change} />
            ) : (
              <p className="whitespace-pre-line rounded-lg border border-border px-3.5 py-2.5 [overflow-wrap:anywhere] sm:col-span-2">
                <TextChange before={changeText(change, 'before')} after={changeText(change, 'after')} />
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** List fields, whose items are added or removed. */
const LISTS: ReadonlySet<FactChange['field']> = new Set([
  'redirect_uris',
  'return_to_domains',
  'scopes',
  'webhook_events',
] as const)

const Logo = ({ title, src }: { title: string; src: string }) => (
  <div className="min-w-0 rounded-lg border border-border px-3.5 py-2.5">
    <p className="mb-1 text-muted-foreground text-xs">{title}</p>
    <AppLogo src={src || null} className="size-14 rounded-xl" />
  </div>
)

function Items({ change: { field, before, after } }: { change: FactChange }) {
  const [old, young] = [linesOf(before), linesOf(after)]
  const items = [
    ...young.map((item) => ({ item, mark: old.includes(item) ? null : ('Added' as const) })),
    ...old.flatMap((item) => (young.includes(item) ? [] : [{ item, mark: 'Removed' as const }])),
  ]
  return (
    <ul className="grid gap-1.5 rounded-lg border border-border px-3.5 py-2.5 sm:col-span-2">
      {items.map(({ item, mark }) => (
        <li key={item} className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
          <span className={mark === 'Removed' ? 'line-through' : undefined}>{itemText(field, item)}</span>
          {mark ? <Badge tone={mark === 'Added' ? 'success' : 'warning'}>{mark}</Badge> : null}
        </li>
      ))}
    </ul>
  )
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

function itemText(field: FactChange['field'], item: string): string {
  if (field === 'scopes') return `${scopeLabel([item])} (${item})`
  return field === 'webhook_events' ? eventLabels([item]).join() : item
}

const changeText = ({ field, ...texts }: FactChange, version: 'before' | 'after'): string =>
  field === 'category' ? (CATEGORIES[texts[version] as Category] ?? texts[version]) : texts[version]
