import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { ErrorState } from '@/components/error-state'
import { Mail } from '@/components/generated/icons'
import { plainLiquid } from '@/components/liquid-parts'
import { DateTime } from '@/components/relative-time'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { useIsWide } from '@/components/use-is-wide'
import type { VersionDetail } from '@/server/modules/automations/publishing-schema.ts'
import type { NameOf } from '../../graph/words'
import { Outline } from '../editor/outline'
import { usePanel } from '../panels/panel-context'
import { useVersion } from './use-version'

const Canvas = dynamic(() => import('../editor/canvas'), {
  ssr: false,
  loading: () => <Skeleton className="size-full rounded-2xl" />,
})

/** A read-only view of a version as it was published. */
export function VersionSheet({ version, onClose }: { version: number; onClose: () => void }) {
  const { automation_id: id } = usePanel()
  const { query, nameOf } = useVersion({ id, version })
  const { data } = query
  return (
    <Sheet
      onClose={onClose}
      isReading
      title={`Version ${version}`}
      description={
        data ? (
          <>
            Published <DateTime at={data.published_at} />
            {data.published_by ? ` by ${data.published_by}` : ''}
          </>
        ) : undefined
      }
      className="max-w-full sm:max-w-3xl"
    >
      {query.error ? (
        <ErrorState as="h3" query={query} />
      ) : data ? (
        <Version automation_id={id} version={data} nameOf={nameOf} />
      ) : (
        <Skeleton className="h-96 w-full rounded-2xl" />
      )}
    </Sheet>
  )
}

interface VersionProps {
  automation_id: number
  version: VersionDetail
  nameOf: NameOf
}

function Version({ automation_id, version: { graph, emails }, nameOf }: VersionProps) {
  const [selected, setSelected] = useState('triggers')
  const isWide = useIsWide()
  const common = {
    graph,
    nameOf,
    selected,
    problems: [],
    editable: false,
    foundIds: undefined,
    onOpen: setSelected,
    onAdd: () => undefined,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isWide ? (
        <div className="h-[max(24rem,calc(100dvh-18rem))] overflow-hidden rounded-2xl border border-border bg-muted/50">
          <Canvas {...common} onMove={() => undefined} onDrawn={undefined} incomplete={undefined} />
        </div>
      ) : (
        <Outline {...common} />
      )}
      {emails.length > 0 ? (
        <section className="grid gap-2">
          <h3 className="font-semibold text-sm">Emails</h3>
          <ul className="grid gap-1">
            {emails.map(({ id, subject }) => (
              <li key={id}>
                <Link
                  href={`/automations/${automation_id}/emails/${id}`}
                  className="flex min-w-0 items-center gap-2 rounded-lg px-2 py-1.5 text-sm hover:bg-secondary"
                >
                  <Mail aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                  <span className="truncate">{plainLiquid(subject || 'No subject')}</span>
                  <span className="ms-auto shrink-0 text-muted-foreground">Report</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
