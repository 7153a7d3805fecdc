'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatCount } from '@/components/format'
import { ProgressPanel } from '@/components/progress-panel'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import type { Task, TaskKind } from '@/server/modules/automations/publishing-schema.ts'

const TEXTS: Partial<Record<TaskKind, { running: string; done: string; changed: string }>> = {
  enter: { running: 'Entering subscribers who match already', done: 'entered', changed: 'Entered' },
  add: { running: 'Adding subscribers', done: 'entered', changed: 'Entered' },
  migrate: { running: 'Moving subscribers to the current version', done: 'moved', changed: 'Moved' },
}

const isRunning = ({ kind, state }: Task) => state === 'running' && TEXTS[kind] !== undefined

/** Work on sets of subscribers while it runs, with numbers. Says what it did once it ends. */
export function RunningTasks({ automation_id: id }: { automation_id: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const tasks = useQuery(
    trpc.automations.tasks.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 1_000 : false), staleTime: 0 },
    ),
  )
  const cancel = useMutation(
    trpc.automations.cancelTask.mutationOptions({
      onSettled: () => client.invalidateQueries(trpc.automations.pathFilter()),
      onError: (error) => toast.error(error.message),
    }),
  )
  const { data } = tasks
  const seen = useRef(new Set<number>())
  useEffect(() => {
    for (const task of data ?? []) {
      if (isRunning(task)) seen.current.add(task.id)
      else if (seen.current.delete(task.id)) {
        const { kind, state, changed } = task
        toast.success(
          `${formatCount(changed, 'subscriber')} ${TEXTS[kind]?.done}${state === 'canceled' ? ' before it was canceled' : ''}`,
        )
        void client.invalidateQueries(trpc.automations.pathFilter())
      }
    }
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
            onClick={() => cancel.mutate({ id, task_id: task.id })}
          >
            Cancel
          </Button>
        </IfRole>
      }
    />
  ))
}
