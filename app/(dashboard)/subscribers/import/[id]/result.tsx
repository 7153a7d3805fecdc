import { formatCrowd, formatNumber } from '@/components/format'
import { Download, Users } from '@/components/generated/icons'
import { ProgressPanel } from '@/components/progress-panel'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { t } from '@/server/lib/locale/texts.ts'
import type { Import } from '@/server/modules/imports/schema.ts'
import { RESULT_DAYS } from '@/server/modules/imports/values-schema.ts'
import { ImportOptions } from './import-options'
import { ProblemRows } from './problem-rows'
import { notAdded } from './queries'
import { countsOf, problemsText, resultStatesText } from './result-counts'
import { Undo } from './undo'

/** The import result: counts, problem rows, and a file with every row’s result. */
export function Result({ file }: { file: Import }) {
  const problems = notAdded(file)
  const result = `/api/imports/${file.id}/result`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {file.undo ? <Undo file={file} /> : null}
      <ProgressPanel
        title={file.undo ? 'Result before the undo' : file.state === 'completed' ? headline(file) : 'Result so far'}
        description={`${resultStatesText(file.states)} You can download the result of every row for ${RESULT_DAYS} days.`}
        noun="rows"
        done={file.done_rows}
        total={file.state === 'completed' ? file.done_rows : (file.total_rows ?? file.done_rows)}
        state={file.state === 'completed' ? 'completed' : 'failed'}
        counts={countsOf(file.counts)}
        areParts
        actions={
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" asChild>
              <a href={result} download>
                <Download aria-hidden /> Download all rows
              </a>
            </Button>
            <LinkButton variant={file.undo ? 'outline' : 'primary'} href="/subscribers">
              <Users aria-hidden /> View subscribers
            </LinkButton>
          </div>
        }
      />
      {file.undo ? null : <Undo file={file} />}
      <ImportOptions file={file} />
      {problems + file.noted_count > 0 ? (
        <section aria-labelledby="problems" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-end justify-between gap-4">
            <div className="grid gap-0.5">
              <h2 id="problems" className="font-semibold text-lg tracking-tight">
                Rows with problems
              </h2>
              {problems > 0 ? (
                <p className="max-w-prose text-muted-foreground text-sm">{problemsText(problems)}</p>
              ) : null}
            </div>
            {problems > 0 ? (
              <Button variant="outline" asChild>
                <a href={`${result}?rows=problems`} download>
                  <Download aria-hidden /> Download {formatNumber(problems)} {problems === 1 ? 'row' : 'rows'}
                </a>
              </Button>
            ) : null}
          </div>
          <ProblemRows id={file.id} />
        </section>
      ) : null}
    </div>
  )
}

function headline({ counts: { created, updated, unchanged, duplicate } }: Import): string {
  if (created > 0) return t`${formatCrowd(created)} added`
  if (updated > 0) return 'Everyone was already subscribed'
  return unchanged + duplicate > 0 ? 'Nothing has changed' : 'No one was added'
}
