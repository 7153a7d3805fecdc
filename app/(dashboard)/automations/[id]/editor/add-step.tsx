import { useState } from 'react'
import { ClipboardPaste, CornerUpLeft } from '@/components/generated/icons'
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '@/components/ui/command-parts'
import { t } from '@/server/lib/locale/texts.ts'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import { type OfferedStep, STEPS } from '../../graph/catalog'
import { isSameSlot, type Slot, START } from '../../graph/exits'
import { canEndAt } from '../../graph/operations'
import { type NameOf, stepLine } from '../../graph/words'

interface AddStepProps {
  graph: Graph
  slot: Slot
  nameOf: NameOf
  /** Number of steps on the clipboard. */
  clipboard: number
  onAdd: (offered: OfferedStep) => void
  onPaste: () => void
  onLead: (id: string | null) => void
}

/** Offers everything that can be added at a place: a new step, the copied steps, or a jump to an existing step. */
export function AddStep({ graph, slot, nameOf, clipboard, onAdd, onPaste, onLead }: AddStepProps) {
  const [search, setSearch] = useState('')
  const offeredSteps = STEPS.filter(({ key }) => key !== 'end' || canEndAt(graph, slot))
  const targets = isSameSlot(slot, START) ? [] : graph.steps
  return (
    <Command label="Add a step" className="h-auto">
      <CommandInput autoFocus placeholder="Find a step" value={search} onValueChange={setSearch} />
      <CommandList className="max-h-none">
        <CommandEmpty>No steps found</CommandEmpty>
        {clipboard > 0 ? (
          <CommandGroup heading="Copied">
            <CommandItem onSelect={onPaste}>
              <ClipboardPaste aria-hidden /> Paste {clipboard === 1 ? 'the copied step' : `${clipboard} copied steps`}
            </CommandItem>
          </CommandGroup>
        ) : null}
        {([t`Actions`, 'Flow'] as const).map((group) => (
          <CommandGroup key={group} heading={group}>
            {offeredSteps
              .filter((one) => one.group === group)
              .map((one) => (
                <CommandItem key={one.key} value={one.label} onSelect={() => onAdd(one)}>
                  <one.icon aria-hidden /> {one.label}
                </CommandItem>
              ))}
          </CommandGroup>
        ))}
        {targets.length > 0 ? (
          <CommandGroup heading="Continue with an existing step">
            {targets.map((step) => (
              <CommandItem
                key={step.id}
                value={`${stepLine(step, nameOf)} ${step.id}`}
                onSelect={() => onLead(step.id)}
              >
                <CornerUpLeft aria-hidden /> <span className="truncate">{stepLine(step, nameOf)}</span>
              </CommandItem>
            ))}
          </CommandGroup>
        ) : null}
      </CommandList>
    </Command>
  )
}
