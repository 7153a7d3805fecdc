import { onDemand } from '@/components/ui/on-demand'
import { useVersion } from './use-version'

const MigrationDialog = onDemand(async () => (await import('./migration-dialog')).MigrationDialog)

interface CurrentMigrationProps {
  automation_id: number
  /** The current version. */
  version: number
  from_version: number
  onClose: () => void
}

/** Moves subscribers of an older version to the current one, whose steps are offered because the draft may have others. */
export function CurrentMigration({ automation_id, version, from_version, onClose }: CurrentMigrationProps) {
  const { query, nameOf } = useVersion({ id: automation_id, version })
  if (!query.data) return null
  return (
    <MigrationDialog
      automation_id={automation_id}
      graph={query.data.graph}
      nameOf={nameOf}
      from_version={from_version}
      onClose={onClose}
    />
  )
}
