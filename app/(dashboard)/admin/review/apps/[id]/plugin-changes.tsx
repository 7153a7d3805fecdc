import { TextChange } from '@/components/text-change'
import { Badge } from '@/components/ui/badge'
import { SectionCard } from '@/components/ui/card'
import type { PluginView } from '@/server/modules/apps/plugin-form-schema.ts'
import type { ReviewDetail } from '@/server/modules/apps/review-schema.ts'

const FACTS = { name: 'Name', description: 'Description', request_url: 'Request URL', settings: 'Settings' } as const

/** Changes to plugins since the last approval. They take effect without a review. */
export function PluginChanges({ app: { plugins, approved_plugins } }: { app: ReviewDetail }) {
  if (!approved_plugins) return null
  const before = new Map(approved_plugins.map((plugin) => [plugin.id, plugin]))
  const after = new Set(plugins.map(({ id }) => id))
  const addedPlugins = plugins.filter(({ id }) => !before.has(id))
  const removedPlugins = approved_plugins.filter(({ id }) => !after.has(id))
  const changedPlugins = plugins.flatMap((plugin) => {
    const old = before.get(plugin.id)
    return old && differs(old, plugin) ? [{ old, plugin }] : []
  })
  if (addedPlugins.length + removedPlugins.length + changedPlugins.length === 0) return null
  return (
    <SectionCard
      title="Plugins since the last approval"
      description="Plugin changes take effect right away. Creators have these now."
      className="grid gap-4 text-sm"
    >
      {addedPlugins.map(({ id, name }) => (
        <p key={id} className="flex flex-wrap items-center gap-2 font-medium">
          {name} <Badge tone="success">New</Badge>
        </p>
      ))}
      {removedPlugins.map(({ id, name }) => (
        <p key={id} className="flex flex-wrap items-center gap-2 font-medium">
          {name} <Badge tone="warning">Removed</Badge>
        </p>
      ))}
      {changedPlugins.map(({ old, plugin }) => (
        <section key={plugin.id} className="grid gap-2">
          <h3 className="font-medium">{plugin.name}</h3>
          <dl className="grid gap-2">
            {changedFacts(old, plugin).map((fact) => (
              <div key={fact} className="grid gap-1">
                <dt className="text-muted-foreground">{FACTS[fact]}</dt>
                <dd className="whitespace-pre-wrap rounded-lg bg-muted px-3.5 py-2.5 [overflow-wrap:anywhere]">
                  <TextChange before={old[fact]} after={plugin[fact]} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </SectionCard>
  )
}

const changedFacts = (one: PluginView, other: PluginView) =>
  (Object.keys(FACTS) as (keyof typeof FACTS)[]).filter((fact) => one[fact] !== other[fact])
const differs = (one: PluginView, other: PluginView) => changedFacts(one, other).length > 0
