import { Alert } from '@/components/ui/alert'
import { t } from '@/server/lib/locale/texts.ts'
import { leftOutText } from '@/server/mail/html/left-out/left-out.ts'

const MAX_SHOWN = 5

/** Lists the removed parts of HTML. Renders nothing without any. */
export function LeftOutAlert({ title, leftOut }: { title: string; leftOut: readonly string[] }) {
  if (leftOut.length === 0) return null
  const hiddenCount = leftOut.length - MAX_SHOWN
  return (
    <Alert tone="warning" role="status" title={title}>
      <ul className="grid gap-0.5 break-words">
        {leftOut.slice(0, MAX_SHOWN).map((found) => (
          <li key={found}>{leftOutText(found)}</li>
        ))}
        {hiddenCount > 0 ? <li>{t`And ${hiddenCount} more.`}</li> : null}
      </ul>
    </Alert>
  )
}
