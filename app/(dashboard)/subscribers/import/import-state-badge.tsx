import { CircleCheck, CirclePause, CircleX, Clock, Loader, PencilLine, Upload } from 'lucide-react'
import { StatusBadge } from '@/components/status-badge'
import type { ImportState } from '@/server/modules/imports/schema.ts'

const states = {
  uploading: { label: 'Upload not finished', tone: 'warning', icon: Upload },
  ready: { label: 'Not started', tone: 'neutral', icon: PencilLine },
  queued: { label: 'Waiting', tone: 'info', icon: Clock },
  running: { label: 'Importing', tone: 'stamp', icon: Loader },
  stopping: { label: 'Stopping', tone: 'warning', icon: CirclePause },
  stopped: { label: 'Stopped', tone: 'warning', icon: CirclePause },
  completed: { label: 'Imported', tone: 'success', icon: CircleCheck },
  failed: { label: 'Not readable', tone: 'danger', icon: CircleX },
} as const

export function ImportStateBadge({ state }: { state: ImportState }) {
  return <StatusBadge {...states[state]} live={state === 'running'} />
}

export const isAtWork = (state: ImportState) => state === 'queued' || state === 'running' || state === 'stopping'
