import { RemovableCard } from '@/components/removable-card'
import type { Listener } from '@/server/modules/automations/graph-schema.ts'
import { LISTENERS } from '../../graph/catalog'
import { AddMenu } from './add-menu'
import { ListenerFields } from './listener-fields'

interface EventsFieldsProps {
  label: string
  value: readonly Listener[]
  onChange: (value: Listener[]) => void
}

const MOST = 5

/** Events of a wait or goal, any of which is enough. */
export function EventsFields({ label, value, onChange }: EventsFieldsProps) {
  return (
    <section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-medium text-sm">{label}</h3>
      {value.map((event, index) => (
        <RemovableCard
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no ID, and their fields are stateless
          key={index}
          label={LISTENERS[event.type].label}
          onRemove={() => onChange(value.filter((_, other) => other !== index))}
        >
          <ListenerFields
            value={event}
            onChange={(next) => onChange(value.map((one, other) => (other === index ? next : one)))}
          />
        </RemovableCard>
      ))}
      {value.length < MOST ? (
        <AddMenu label="Add event" offers={LISTENERS} onAdd={(event) => onChange([...value, event])} />
      ) : null}
    </section>
  )
}
