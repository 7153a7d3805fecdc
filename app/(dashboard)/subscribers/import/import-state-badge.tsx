import {
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  Loader,
  PencilLine,
  Undo2,
  Upload,
} from '@/components/generated/icons'
import { jobStates, StatusBadge } from '@/components/status-badge'
import type { ImportState, ImportSummary } from '@/server/modules/imports/schema.ts'

const states = {
  uploading: { label: 'Upload incomplete', tone: 'warning', icon: Upload },
  ready: { label: 'Not started', tone: 'neutral', icon: PencilLine },
  queued: jobStates.queued,
  running: { label: 'Importing', tone: 'stamp', icon: Loader },
  stopping: { label: 'Stopping', tone: 'warning', icon: CirclePause },
  stopped: { label: 'Stopped', tone: 'warning', icon: CirclePause },
  completed: { label: 'Imported', tone: 'success', icon: CircleCheck },
  failed: { label: 'Unreadable', tone: 'danger', icon: CircleX },
} as const

const undoings = {
  queued: { label: 'Undo queued', tone: 'info', icon: Clock },
  running: { label: 'Undoing', tone: 'stamp', icon: Loader },
  stopped: { label: 'Undo stopped', tone: 'warning', icon: CirclePause },
  completed: { label: 'Undone', tone: 'neutral', icon: Undo2 },
} as const

export function ImportStateBadge({ state, undo }: Pick<ImportSummary, 'state' | 'undo'>) {
  const badge = undo ? undoings[undo.state] : states[state]
  return <StatusBadge {...badge} live={(undo?.state ?? state) === 'running'} />
}

export const isUndoing = (undo: ImportSummary['undo'] | undefined) =>
  undo?.state === 'queued' || undo?.state === 'running'

export const isRunning = (state: ImportState) => state === 'queued' || state === 'running' || state === 'stopping'
