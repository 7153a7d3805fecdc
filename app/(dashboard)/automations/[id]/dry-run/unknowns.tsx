import { formatCount } from '@/components/format'
import { SectionCard } from '@/components/ui/card'
import type { DryRun } from '@/server/modules/automations/publishing-schema.ts'
import { stepOf } from '../../graph/exits'
import { type NameOf, stepLine, triggerWords } from '../../graph/words'

/** Gaps in the stored history, by trigger and step. */
export function Unknowns({ found: { graph, knowledge, result }, nameOf }: { found: DryRun; nameOf: NameOf }) {
  if (knowledge.length === 0) return null
  const titleOf = (trigger_id: string | null, step_id: string | null) => {
    const trigger = graph.triggers.find(({ id }) => id === trigger_id)
    const step = stepOf(graph, step_id)
    if (step) return stepLine(step, nameOf)
    if (!trigger) return ''
    const { title, detail } = triggerWords(trigger.on, nameOf)
    return detail ? `${title}: ${detail}` : title
  }
  const by_message = Map.groupBy(knowledge, ({ message }) => message)
  return (
    <SectionCard title="What may be missing" description="Some past activity is stored without its time.">
      <ul className="grid gap-3 text-sm">
        {[...by_message].map(([message, unknowns]) => (
          <li key={message} className="grid gap-0.5">
            <span className="[overflow-wrap:anywhere]">{message}</span>
            {unknowns.map(({ trigger_id }) =>
              trigger_id !== null && result.untold[trigger_id] !== undefined ? (
                <span key={trigger_id}>
                  In the segment today: {formatCount(result.untold[trigger_id], 'active subscriber')}.
                </span>
              ) : null,
            )}
            <span className="text-muted-foreground [overflow-wrap:anywhere]">
              {[...new Set(unknowns.map(({ trigger_id, step_id }) => titleOf(trigger_id, step_id)))].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
