import { Alert } from '@/components/ui/alert'
import { t } from '@/server/lib/locale/texts.ts'

const MAX_SHOWN = 5

/** Lists what of HTML is not kept. Nothing if there is nothing. */
export function LeftOutAlert({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  const more = sentences.length - MAX_SHOWN
  return (
    <Alert tone="warning" role="status" title={title}>
      <ul className="grid gap-0.5 break-words">
        {sentences.slice(0, MAX_SHOWN).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {more > 0 ? <li>{t`And ${more} more.`}</li> : null}
      </ul>
    </Alert>
  )
}
