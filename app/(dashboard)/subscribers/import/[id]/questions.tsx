import { useId } from 'react'
import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { t } from '@/server/lib/locale/texts.ts'
import type { AskedWord, Question } from '@/server/modules/imports/preview-schema.ts'

interface QuestionsProps {
  questions: readonly Question[]
  /** True if the creator confirmed that no one in the file has unsubscribed. */
  isConfirmed: boolean
  onConfirm: (confirmed: boolean) => void
  onColumns: () => void
}

/** Explains why the import does not start, with the possible answers. */
export function Questions({ questions, isConfirmed, onConfirm, onColumns }: QuestionsProps) {
  const id = useId()
  if (questions.length === 0) return null
  const areAboutLeaving = questions.some(({ kind }) => kind !== 'date_order')
  return (
    <Alert
      id={id}
      tone="danger"
      title="Answer this before you import"
      action={{ label: 'Back to columns', onClick: onColumns }}
    >
      <ul className="grid gap-1">
        {questions.map(({ kind, column, message }) => (
          <li key={`${kind}${column}`} className="[overflow-wrap:anywhere]">
            {message}
          </li>
        ))}
      </ul>
      {areAboutLeaving ? (
        <Field className="mt-3" layout="inline" label="They agreed to get my emails, and no one has unsubscribed">
          <Checkbox checked={isConfirmed} onCheckedChange={(checked) => onConfirm(checked === true)} />
        </Field>
      ) : null}
    </Alert>
  )
}

/** Words in state columns on which the creator has not decided. */
export function UnknownWords({ words, onColumns }: { words: readonly AskedWord[]; onColumns: () => void }) {
  if (words.length === 0) return null
  const rows = words.reduce((sum, { count }) => sum + count, 0)
  return (
    <Alert
      tone="warning"
      title={rows === 1 ? '1 row has an unknown state' : t`${formatNumber(rows)} rows have an unknown state`}
      action={{ label: 'Decide', onClick: onColumns }}
    >
      They are not active until you decide:{' '}
      {words
        .slice(0, SHOWN)
        .map(({ word, count }) => t`${word === '' ? t`empty` : `“${word}”`} (${formatNumber(count)})`)
        .join(', ')}
      {words.length > SHOWN ? ' …' : '.'}
    </Alert>
  )
}

const SHOWN = 10
