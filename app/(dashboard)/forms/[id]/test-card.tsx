import { DataTable } from '@/components/data-table'
import { formatCount, formatNumber, formatPercent } from '@/components/format'
import { ExternalLink } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { Stat } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { FormResults } from '@/server/modules/forms/results/read.ts'

type Test = NonNullable<FormResults['test']>

export const rate = ({ views, sign_ups }: Test['a']): string =>
  views > 0 ? formatPercent(Math.min(100, (sign_ups / views) * 100)) : '–'

const DECISIONS: Record<Test['decision'], string> = {
  'too few': 'Not enough yet: both versions need 100 views, and together 10 sign-ups.',
  'no difference': 'No clear difference yet. What you see may be chance.',
  a: 'Version A brings more sign-ups. Chance explains the difference in less than 1 of 100 tests.',
  b: 'Version B brings more sign-ups. Chance explains the difference in less than 1 of 100 tests.',
}

interface TestCardProps {
  id: number
  /** Public page of the form, while the form is open. */
  url: string | undefined
  test: Test
}

/** Shows the results of an A/B test, and ends it. */
export function TestCard({ id, url, test }: TestCardProps) {
  const trpc = useTRPC()
  const undo = useAction(trpc.forms.undoTestEnd, { invalidates: trpc.forms })
  const end = useAction(trpc.forms.endTest, {
    invalidates: trpc.forms,
    onDone: ({ undo: kept }, { keep }) =>
      toastWithUndo(`The test is over. All visitors see version ${keep.toUpperCase()}.`, () =>
        undo.run({ undo: kept ?? 0 }),
      ),
  })
  return (
    <Card>
      <CardHeader title="Test of two versions" description={DECISIONS[test.decision]} />
      <CardContent className="grid gap-6 sm:grid-cols-2">
        {(['a', 'b'] as const).map((version) => (
          <section key={version} aria-label={`Version ${version.toUpperCase()}`} className="grid content-start gap-3">
            <Stat label={`Version ${version.toUpperCase()}`} value={rate(test[version])} />
            <p className="text-muted-foreground text-sm">
              {formatCount(test[version].sign_ups, 'sign-up')} of {formatCount(test[version].views, 'view')}
            </p>
            <div className="flex flex-wrap gap-2">
              <IfRole atLeast="editor">
                <Button
                  variant="outline"
                  size="sm"
                  pending={end.isPending}
                  onClick={() => end.start({ id, keep: version })}
                >
                  Use version {version.toUpperCase()}
                </Button>
              </IfRole>
              {url ? (
                <Button asChild variant="ghost" size="sm">
                  <a href={`${url}?version=${version}`} target="_blank" rel="noreferrer">
                    <ExternalLink aria-hidden /> View version {version.toUpperCase()}
                  </a>
                </Button>
              ) : null}
            </div>
          </section>
        ))}
      </CardContent>
      {test.sources.length > 0 ? (
        <CardContent className="border-t pt-5">
          <DataTable
            caption={t`Sources of both versions`}
            rows={test.sources}
            empty={null}
            rowId={({ value }) => value}
            columns={[
              { header: t`Source`, cell: ({ value }) => value || t`Other sources` },
              ...(['a', 'b'] as const).map((version) => ({
                key: version,
                header: t`Version ${version.toUpperCase()}`,
                align: 'end' as const,
                cell: (row: Test['sources'][number]) => (
                  <span className="figures">
                    {rate(row[version])}{' '}
                    <span className="text-muted-foreground">
                      {t`${formatNumber(row[version].sign_ups)} of ${formatNumber(row[version].views)}`}
                    </span>
                  </span>
                ),
              })),
            ]}
          />
        </CardContent>
      ) : null}
    </Card>
  )
}
