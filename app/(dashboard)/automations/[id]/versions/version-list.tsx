import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { formatCount } from '@/components/format'
import { RowsSkeleton } from '@/components/loading'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { onDemand } from '@/components/ui/on-demand'
import { versionsQuery } from '../queries'

const VersionSheet = onDemand(async () => (await import('./version-sheet')).VersionSheet)

interface VersionListProps {
  automation_id: number
  onMove: (from_version: number) => void
}

/** Lists published versions with the number of subscribers still in each. */
export function VersionList({ automation_id, onMove }: VersionListProps) {
  const trpc = useTRPC()
  const [openVersion, setOpenVersion] = useState<number>()
  const versions = useQuery(versionsQuery(trpc, automation_id))
  if (versions.error) return <ErrorState query={versions} />
  if (!versions.data) return <RowsSkeleton rows={3} />
  if (versions.data.length === 0)
    return (
      <EmptyState
        illustration="inbox"
        title="Nothing published yet"
        description="Every version that you publish is kept here."
      />
    )
  return (
    <>
      <ol aria-label="Versions" className="grid max-w-3xl gap-3">
        {versions.data.map(({ version, published_at, published_by, is_current, inside }) => (
          <li
            key={version}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-border bg-card px-5 py-4 shadow-xs"
          >
            <span className="grid min-w-0 flex-1 basis-56 gap-0.5">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                Version {version}
                {is_current ? <Badge tone="success">Current</Badge> : null}
              </span>
              <span className="text-muted-foreground text-sm">
                <DateTime at={published_at} />
                {published_by ? ` by ${published_by}` : ''} · {formatCount(inside, 'subscriber')} inside
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              {!is_current && inside > 0 ? (
                <IfRole atLeast="editor">
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Move version ${version} subscribers`}
                    onClick={() => onMove(version)}
                  >
                    Move subscribers
                  </Button>
                </IfRole>
              ) : null}
              <IfRole atLeast="editor">
                <LinkButton
                  variant="outline"
                  size="sm"
                  href={`/automations/${automation_id}/dry-run?version=${version}`}
                  aria-label={`Version ${version} dry run`}
                >
                  Dry run
                </LinkButton>
              </IfRole>
              <Button
                variant="outline"
                size="sm"
                aria-label={`View version ${version}`}
                onClick={() => setOpenVersion(version)}
              >
                View
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {openVersion === undefined ? null : (
        <VersionSheet version={openVersion} onClose={() => setOpenVersion(undefined)} />
      )}
    </>
  )
}
