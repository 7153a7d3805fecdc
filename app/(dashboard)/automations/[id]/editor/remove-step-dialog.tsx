import { useState } from 'react'
import { formatCount } from '@/components/format'
import { DialogActions, DialogContent, DialogRoot } from '@/components/ui/dialog'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { exitsOf } from '@/server/modules/automations/flow-schema.ts'
import { stepOf } from '../../graph/exits'
import { removedCount } from '../../graph/operations'
import { exitLabel, type NameOf, stepLine } from '../../graph/words'
import type { Editor } from './use-editor'

/** Asks which branch to keep when a step with branches is deleted. */
export function RemoveStepDialog({ editor, nameOf }: { editor: Editor; nameOf: NameOf }) {
  const { graph, removing } = editor
  const step = stepOf(graph, removing ?? null)
  return (
    <DialogRoot open={step !== undefined} onClose={editor.stopRemoving}>
      {step ? (
        <DialogContent title={`Delete “${stepLine(step, nameOf)}”?`} description="Choose which branch stays.">
          <Branches key={step.id} editor={editor} id={step.id} />
        </DialogContent>
      ) : null}
    </DialogRoot>
  )
}

function Branches({ editor, id }: { editor: Editor; id: string }) {
  const { graph } = editor
  const step = stepOf(graph, id)
  const exits = step ? exitsOf(step) : []
  const [keep, setKeep] = useState(exits[0]?.exit ?? '')
  if (!step) return null
  const count = removedCount(graph, id, keep) - 1
  return (
    <div className="grid gap-5">
      <RadioGroup aria-label="Branch to keep" value={keep} onValueChange={setKeep}>
        {exits.map(({ exit }) => {
          const otherCount = removedCount(graph, id, exit) - 1
          return (
            <RadioCard
              key={exit}
              value={exit}
              title={`Keep “${exitLabel(step, exit)}”`}
              description={
                otherCount === 0 ? 'Deletes no other steps.' : `Deletes ${formatCount(otherCount, 'other step')}.`
              }
            />
          )
        })}
      </RadioGroup>
      <DialogActions
        onClose={editor.stopRemoving}
        tone="destructive"
        onConfirm={() => editor.remove(id, keep)}
        confirmLabel={`Delete ${count === 0 ? 'step' : formatCount(count + 1, 'step')}`}
      />
    </div>
  )
}
