import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { useIsWide } from '@/components/use-is-wide'
import type { DryRun } from '@/server/modules/automations/publishing-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import type { NameOf } from '../../graph/words'
import { Outline } from '../editor/outline'
import { countsIn } from '../runs/use-counts'

const Canvas = dynamic(() => import('../editor/canvas'), {
  ssr: false,
  loading: () => <Skeleton className="size-full" />,
})

const nothing = () => undefined

/** Read-only steps, with the number of subscribers who would have reached each. */
export function SimulatedSteps({ found: { graph, result, problems }, nameOf }: { found: DryRun; nameOf: NameOf }) {
  const is_wide = useIsWide()
  const [selected, setSelected] = useState('triggers')
  const drawing = {
    graph,
    nameOf,
    selected,
    editable: false,
    foundIds: undefined,
    onOpen: setSelected,
    onAdd: nothing,
    problems: Object.entries(problems).map(
      ([step_id, message]): Problem => ({ step_id, trigger_id: null, code: 'settings', message, blocks: true }),
    ),
    ...countsIn(result),
  }
  return is_wide ? (
    <div className="h-[max(30rem,calc(100dvh-16rem))] overflow-hidden rounded-2xl border border-border bg-muted/50">
      <Canvas {...drawing} incomplete={undefined} onMove={nothing} onDrawn={undefined} />
    </div>
  ) : (
    <Outline {...drawing} />
  )
}
