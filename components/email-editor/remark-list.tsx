import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import type { Fix, Remark } from '@/server/modules/delivery/preflight-schema.ts'

/** Applies or opens a fix. `version` has the problem, if it is not version A. */
export type OnFix = (fix: Fix, version?: number) => void

interface RemarkListProps {
  remarks: readonly Remark[]
  /** Applies or opens a fix. Without it, where the email cannot be edited, only links to other pages are offered. */
  onFix?: OnFix | undefined
}

/** Problems found before sending, blockers first, each with its fix. */
export function RemarkList({ remarks, onFix }: RemarkListProps) {
  const sorted = [...remarks].sort((a, b) => Number(b.level === 'blocker') - Number(a.level === 'blocker'))
  return (
    <ul className="grid gap-2">
      {sorted.map(({ level, message, fix, version }) => (
        <li key={message}>
          <Alert
            tone={level === 'blocker' ? 'danger' : 'warning'}
            title={message}
            className="[overflow-wrap:anywhere]"
            actions={fix ? <FixButton fix={fix} onFix={onFix && ((chosen) => onFix(chosen, version))} /> : null}
          />
        </li>
      ))}
    </ul>
  )
}

function FixButton({ fix, onFix }: { fix: Fix; onFix: RemarkListProps['onFix'] }) {
  if (fix.kind === 'page') {
    return (
      <LinkButton size="sm" variant="outline" href={fix.href}>
        {fix.label}
      </LinkButton>
    )
  }
  if (!onFix) return null
  return (
    <Button size="sm" variant="outline" onClick={() => onFix(fix)}>
      {fix.label}
    </Button>
  )
}
