import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { t } from '@/server/lib/locale/texts.ts'
import type { Differences } from './use-differences'

interface DifferencesNoteProps {
  found: Differences['found']
  onResolve: (wins: 'shown' | 'stored') => void
}

/** Shows the text on the page and the stored text if they differ. Blocks sending until the user has chosen one. */
export function DifferencesNote({ found, onResolve }: DifferencesNoteProps) {
  const names = { subject: t`Subject`, preview_text: t`Preview text`, content: t`Content` }
  return (
    <Alert role="alert" tone="danger" title="The stored email is not the one on your page. Nothing is sent.">
      <div className="grid gap-4">
        {found.map(({ field, shown, stored }) => (
          <div key={field} className="grid gap-2 sm:grid-cols-2">
            <Text title={t`${names[field]} on your page`} text={shown} />
            <Text title={t`${names[field]}, stored`} text={stored} />
          </div>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => onResolve('shown')}>
            Keep the text on the page
          </Button>
          <Button variant="outline" size="sm" onClick={() => onResolve('stored')}>
            Show the stored text
          </Button>
        </div>
      </div>
    </Alert>
  )
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <figure className="grid min-w-0 content-start gap-1">
    <figcaption className="font-medium">{title}</figcaption>
    <p className="max-h-48 overflow-y-auto whitespace-pre-wrap rounded-lg border border-border bg-card px-3 py-2 text-foreground [overflow-wrap:anywhere]">
      {text || '–'}
    </p>
  </figure>
)
