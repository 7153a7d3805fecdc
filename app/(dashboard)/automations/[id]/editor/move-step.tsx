import { CornerDownRight } from '@/components/generated/icons'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command-parts'
import { wayKey } from '@/server/lib/flow-layout/boxes.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import { type Slot, stepOf } from '../../graph/exits'
import { placesFor } from '../../graph/operations'
import { exitLabel, type NameOf, stepLine } from '../../graph/words'

interface MoveStepProps {
  graph: Graph
  id: string
  nameOf: NameOf
  onMove: (slot: Slot) => void
}

/** Lists the places to which a step and the steps reached only through it can move. Dragging on the canvas does the same. */
export function MoveStep({ graph, id, nameOf, onMove }: MoveStepProps) {
  return (
    <Command label="Move the step to" className="h-auto">
      <CommandInput autoFocus placeholder="Find a place" />
      <CommandList className="max-h-none">
        <CommandEmpty>No other places</CommandEmpty>
        {placesFor(graph, id).map((slot) => (
          <CommandItem
            key={wayKey(slot)}
            value={`${placeText(graph, slot, nameOf)} ${wayKey(slot)}`}
            onSelect={() => onMove(slot)}
          >
            <CornerDownRight aria-hidden /> <span className="truncate">{placeText(graph, slot, nameOf)}</span>
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  )
}

function placeText(graph: Graph, { from, exit }: Slot, nameOf: NameOf): string {
  const step = stepOf(graph, from)
  if (!step) return 'To the top'
  const label = exitLabel(step, exit)
  return label ? t`“${label}” of ${stepLine(step, nameOf)}` : `After ${stepLine(step, nameOf)}`
}
