import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@/components/format'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { versionsQuery } from '../queries'

interface OlderVersionsProps {
  automation_id: number
  onMove: (from_version: number) => void
}

/** Lists subscribers in older versions, who can be moved to the current one. */
export function OlderVersions({ automation_id, onMove }: OlderVersionsProps) {
  const trpc = useTRPC()
  const versions = useQuery(versionsQuery(trpc, automation_id))
  const older = (versions.data ?? []).filter(({ is_current, inside }) => !is_current && inside > 0)
  return older.map(({ version, inside }) => (
    <Alert
      key={version}
      title={`${formatCount(inside, 'subscriber')} ${inside === 1 ? 'is' : 'are'} in version ${version}`}
      actions={
        <IfRole atLeast="editor">
          <Button variant="outline" size="sm" onClick={() => onMove(version)}>
            Move to the current version
          </Button>
        </IfRole>
      }
    >
      They continue with the steps and emails of that version.
    </Alert>
  ))
}
