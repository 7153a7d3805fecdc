import { useCallback, useMemo, useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { formatCount } from '@/components/format'
import { toast } from '@/components/ui/sonner'
import { wayKey } from '@/server/lib/flow-layout/boxes.ts'
import { exitsOf } from '@/server/modules/automations/flow-schema.ts'
import { type Graph, Step, type Step as StepType } from '@/server/modules/automations/graph-schema.ts'
import type { OfferedStep } from '../../graph/catalog'
import { hasSlot, nextAt, presentBox, type Slot, stepOf, withNext } from '../../graph/exits'
import {
  blockOf,
  copyOf,
  hasRoomFor,
  idsOf,
  insertStep,
  insertSteps,
  moveStep,
  neighborSlot,
  newId,
  removedCount,
  removeStep,
  slotBehind,
  updateStep,
} from '../../graph/operations'
import type { EditedDraft } from '../use-draft'
import { keepCopied, readCopied } from './clipboard'
import { useEmailCopies, withEmail } from './use-email-copies'

/** Content of the panel beside the canvas. */
export type Open =
  | { kind: 'triggers' }
  | { kind: 'add'; slot: Slot }
  | { kind: 'step'; id: string }
  /** Places that a step can move to. */
  | { kind: 'move'; id: string }
  /** A new step that is still incomplete, so not part of the automation yet. */
  | { kind: 'new'; slot: Slot; step: StepType }
  | null

interface EditorOptions {
  automation_id: number
  account_id: string
  editable: boolean
  edited: EditedDraft
}

/** The editor's commands for mouse, keyboard and panel, and its selection and open panel. */
export function useEditor({ automation_id, account_id, editable, edited }: EditorOptions) {
  const { draft, edit } = edited
  const { graph } = draft
  const [opened, setOpen] = useState<Open>(null)
  // Undo can remove the line on which a step was to be added.
  const open = opened && 'slot' in opened && !hasSlot(graph, opened.slot) ? null : opened
  /** Key of a box in the drawing: "triggers", a step, or the end of a branch. */
  const [chosen, setSelected] = useState('triggers')
  // If undo removes the selected step, select the one above it.
  const above = useRef('triggers')
  if (stepOf(graph, chosen)) above.current = wayBefore(graph, chosen)
  const is_new = open?.kind === 'new' && open.step.id === chosen
  const selectedBox = is_new ? chosen : (presentBox(graph, chosen) ?? presentBox(graph, above.current) ?? 'triggers')
  const [removing, setRemoving] = useState<string>()
  const [busy, setBusy] = useState(false)
  const newEmail = useEmailCopies(automation_id)

  const setGraph = useCallback(
    (change: (before: Graph) => Graph, group?: string) =>
      edit((before) => {
        const next = change(before.graph)
        return next === before.graph ? before : { ...before, graph: next }
      }, group),
    [edit],
  )

  const show = useCallback((next: Open) => {
    setOpen(next)
    if (next?.kind === 'step' || next?.kind === 'move') setSelected(next.id)
    if (next?.kind === 'triggers') setSelected('triggers')
    if (next?.kind === 'new') setSelected(next.step.id)
  }, [])

  /** Opens a box: the triggers, a step, or the steps that can be added at an end. */
  const openKey = useCallback(
    (key: string) => {
      setSelected(key)
      if (key === 'triggers') return setOpen({ kind: 'triggers' })
      if (stepOf(graph, key)) return setOpen({ kind: 'step', id: key })
      const [from = 'start', exit = 'next'] = key.split(' ')
      if (editable) setOpen({ kind: 'add', slot: { from: from === 'start' ? null : from, exit } })
    },
    [graph, editable],
  )

  const run = useCallback(async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }, [])

  const add = useCallback(
    (slot: Slot, offered: OfferedStep) =>
      run(async () => {
        if (!hasRoomFor(graph, 1)) throw new Error('An automation can have at most 200 steps')
        const used = idsOf(graph)
        const made = offered.make(() => {
          const id = newId(used)
          used.add(id)
          return id
        })
        const step = await withEmail(made, newEmail)
        if (!Step.safeParse(step).success) return show({ kind: 'new', slot, step })
        setGraph((before) => insertStep(before, slot, step))
        show({ kind: 'step', id: step.id })
      }),
    [run, graph, newEmail, show, setGraph],
  )

  const pasteAt = useCallback(
    (slot: Slot, steps: readonly StepType[]) =>
      run(async () => {
        if (!hasRoomFor(graph, steps.length)) throw new Error('An automation can have at most 200 steps')
        const copies = await Promise.all(copyOf(steps, idsOf(graph)).map((step) => withEmail(step, newEmail)))
        setGraph((before) => insertSteps(before, slot, copies))
        const [head] = copies
        if (head) setSelected(head.id)
        setOpen(null)
      }),
    [run, graph, newEmail, setGraph],
  )

  const remove = useCallback(
    (id: string, keep?: string) => {
      const step = stepOf(graph, id)
      if (!step) return
      const slot = { kind: 'way', key: wayBefore(graph, id) }
      setGraph((before) => removeStep(before, id, keep))
      setOpen(null)
      setRemoving(undefined)
      setSelected(nextSelected(removeStep(graph, id, keep), slot.key))
    },
    [graph, setGraph],
  )

  /** Asks which branch to keep when removing a step with branches, or one whose removal also removes others. */
  const askToRemove = useCallback(
    (id: string) => {
      const step = stepOf(graph, id)
      if (!step || !editable) return
      if (exitsOf(step).length > 1 && removedCount(graph, id) > 1) setRemoving(id)
      else remove(id)
    },
    [graph, editable, remove],
  )

  const copy = useCallback(
    (id: string) => {
      const steps = blockOf(graph, id)
      if (steps.length === 0) return
      keepCopied(account_id, steps)
      toast.success(`Copied ${formatCount(steps.length, 'step')}`)
    },
    [graph, account_id],
  )

  const move = useCallback(
    (id: string, direction: 'up' | 'down') => {
      const slot = neighborSlot(graph, id, direction)
      if (slot && editable) setGraph((before) => moveStep(before, id, slot))
    },
    [graph, editable, setGraph],
  )

  const moveTo = useCallback(
    (id: string, slot: Slot) => {
      if (!editable) return
      setGraph((before) => moveStep(before, id, slot))
      setSelected(id)
      setOpen((before) => (before?.kind === 'move' ? { kind: 'step', id } : before))
    },
    [editable, setGraph],
  )

  return useMemo(
    () => ({
      graph,
      open,
      selected: selectedBox,
      removing,
      busy,
      editable,
      show,
      openKey,
      add,
      askToRemove,
      remove,
      copy,
      move,
      moveTo,
      setGraph,
      select: setSelected,
      close: () => {
        if (open?.kind === 'new') setSelected(open.slot.from ?? 'triggers')
        setOpen(null)
      },
      stopRemoving: () => setRemoving(undefined),
      paste: (slot: Slot) => {
        const steps = readCopied(account_id)
        if (steps.length > 0 && editable) void pasteAt(slot, steps)
      },
      copied: () => readCopied(account_id).length,
      duplicate: (id: string) => (editable ? pasteAt(slotBehind(graph, id), blockOf(graph, id)) : undefined),
      /** Applies a complete step from its panel. */
      change: (step: StepType) => {
        if (open?.kind === 'new') {
          setGraph((before) => insertStep(before, open.slot, step))
          return show({ kind: 'step', id: step.id })
        }
        setGraph((before) => updateStep(before, step), `step ${step.id}`)
      },
      keepIncomplete: (step: StepType) => {
        if (open?.kind === 'new') setOpen({ ...open, step })
      },
      lead: (slot: Slot, next: string | null) => {
        setGraph((before) => withNext(before, slot, next))
        if (open?.kind === 'add') setOpen(null)
      },
    }),
    [
      graph,
      open,
      selectedBox,
      removing,
      busy,
      editable,
      show,
      openKey,
      add,
      askToRemove,
      remove,
      copy,
      move,
      moveTo,
      setGraph,
      account_id,
      pasteAt,
    ],
  )
}

export type Editor = ReturnType<typeof useEditor>

const wayBefore = (graph: Graph, id: string) => {
  const slot = slotsBefore(graph, id)
  return slot ? (slot.from ?? 'triggers') : 'triggers'
}

const slotsBefore = (graph: Graph, id: string): Slot | undefined =>
  graph.steps
    .flatMap((step) => exitsOf(step).map(({ exit, next }) => ({ from: step.id, exit, next })))
    .find(({ next }) => next === id)

/** After a removal, selects the step above, if it still exists. */
const nextSelected = (graph: Graph, key: string) =>
  stepOf(graph, key) ? key : (graph.first ?? wayKey({ from: null, exit: 'next' }))

/** Returns the selected box's exit where a pasted step is inserted. */
export function slotAt(graph: Graph, key: string): Slot | undefined {
  if (key === 'triggers') return { from: null, exit: 'next' }
  const step = stepOf(graph, key)
  if (step) {
    const [exit] = exitsOf(step)
    return exit ? { from: step.id, exit: exit.exit } : undefined
  }
  const [from = '', exit = 'next'] = key.split(' ')
  const slot = { from: from === 'start' ? null : from, exit }
  return nextAt(graph, slot) === null ? slot : undefined
}
