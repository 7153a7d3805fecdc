import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatCount } from '@/components/format'
import { ProgressPanel } from '@/components/progress-panel'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { Task, TaskKind } from '@/server/modules/automations/publishing-schema.ts'

const TEXTS: Partial<Record<TaskKind, { running: string; done: string; changed: string }>> = {
  enter: { running: 'Entering subscribers who match already', done: 'entered', changed: 'Entered' },
  add: { running: 'Adding subscribers', done: 'entered', changed: 'Entered' },
  migrate: { running: 'Moving subscribers to the current version', done: 'moved', changed: 'Moved' },
}

const isRunning = ({ kind, state }: Task) => state === 'running' && TEXTS[kind] !== undefined

/** Progress of work on many subscribers, and its result at the end. */
export function RunningTasks({ automation_id: id }: { automation_id: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const tasks = useQuery(
    trpc.automations.tasks.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 1_000 : false), staleTime: 0 },
    ),
  )
  const cancel = useAction(trpc.automations.cancelTask, { invalidates: trpc.automations, evenAfterErrors: true })
  const { data } = tasks
  // Do not report tasks that ended before the page was opened. A short one may end before it is seen running.
  const told = useRef<Set<number>>(undefined)
  useEffect(() => {
    if (!data) return
    const ended = data.filter((task) => TEXTS[task.kind] !== undefined && !isRunning(task))
    const before = told.current
    told.current = new Set(ended.map((task) => task.id))
    const news = before ? ended.filter((task) => !before.has(task.id)) : []
    for (const { kind, state, changed } of news) {
      const stopped = state === 'canceled' ? t` before it was canceled` : ''
      toast.success(`${formatCount(changed, 'subscriber')} ${TEXTS[kind]?.done}${stopped}`)
    }
    if (news.length > 0) void client.invalidateQueries(trpc.automations.pathFilter())
  }, [data, client, trpc])
  return data?.filter(isRunning).map((task) => (
    <ProgressPanel
      key={task.id}
      title={TEXTS[task.kind]?.running}
      noun="subscribers"
      done={Math.min(task.done, task.total)}
      total={task.total}
      state="running"
      paceText={`${TEXTS[task.kind]?.changed} ${formatCount(task.changed, 'subscriber')} so far`}
      actions={
        <IfRole atLeast="editor">
          <Button
            variant="outline"
            size="sm"
            pending={cancel.isPending}
            onClick={() => cancel.start({ id, task_id: task.id })}
          >
            Cancel
          </Button>
        </IfRole>
      }
    />
  ))
}
