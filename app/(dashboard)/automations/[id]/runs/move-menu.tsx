import { useState } from 'react'
import { ChevronsUpDown } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { stepLine } from '../../graph/words'
import { useVersion } from '../versions/use-version'

interface MoveMenuProps {
  automation_id: number
  /** Versions of the selected subscribers. A step belongs to one version, so subscribers in several versions cannot be moved together. */
  versions: readonly number[]
  pending: boolean
  onChoose: (step_id: string) => void
}

/** Lists the steps to which the selected subscribers can be moved, with search. */
export function MoveMenu({ automation_id, versions, pending, onChoose }: MoveMenuProps) {
  const [open, setOpen] = useState(false)
  const [version] = versions
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" size="sm" pending={pending}>
          Move to… <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Move to a step" align="start" className="w-80 p-0">
        {versions.length > 1 ? (
          <p className="p-4 text-sm">
            These subscribers are in different versions. Choose those of one version, or move everyone to the current
            version first.
          </p>
        ) : version === undefined ? null : (
          <Steps
            automation_id={automation_id}
            version={version}
            onChoose={(step_id) => {
              setOpen(false)
              onChoose(step_id)
            }}
          />
        )}
      </PopoverContent>
    </Popover>
  )
}

interface StepsProps {
  automation_id: number
  version: number
  onChoose: (step_id: string) => void
}

function Steps({ automation_id: id, version, onChoose }: StepsProps) {
  const { query, nameOf } = useVersion({ id, version })
  return (
    <Command label="Move to a step">
      <CommandInput placeholder="Find a step" />
      <CommandList>
        <CommandEmpty>{query.data ? 'No steps found' : (query.error?.message ?? 'Loading…')}</CommandEmpty>
        {query.data?.graph.steps.map((step) => (
          <CommandItem key={step.id} value={`${stepLine(step, nameOf)} ${step.id}`} onSelect={() => onChoose(step.id)}>
            <span className="truncate">{stepLine(step, nameOf)}</span>
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  )
}
