import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DateTime } from '@/components/relative-time'
import { subscriberStates } from '@/components/status-badge'
import { NamedTags } from '@/components/tags/named-tags'
import { useTRPC } from '@/components/trpc-provider'
import { listText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type { Import } from '@/server/modules/imports/schema.ts'
import { CONSENT_SOURCES } from '@/server/modules/imports/values-schema.ts'

/** Options and consent of a started import. */
export function ImportOptions({ file: { options, started_at, columns, headers } }: { file: Import }) {
  const trpc = useTRPC()
  const forms = useQuery(trpc.forms.list.queryOptions({ per_page: 1000 }, { enabled: Boolean(options?.form_id) }))
  const sequences = useQuery(
    trpc.sequences.list.queryOptions({ per_page: 1000 }, { enabled: Boolean(options?.sequence_id) }),
  )
  if (!options) return null
  const nameOf = (rows: readonly { id: number; name: string }[] | undefined, id: number) =>
    rows ? (rows.find((one) => one.id === id)?.name ?? t`Deleted`) : '…'
  const left_out = headers.filter((_header, at) => columns[at]?.target === 'ignore')
  return (
    <section aria-labelledby="choices" className="grid gap-3">
      <h2 id="choices" className="font-semibold text-lg tracking-tight">
        Import options
      </h2>
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 lg:grid-cols-3">
        <Choice label="Consent">{CONSENT_SOURCES[options.consent_source]}</Choice>
        {options.consent_note ? <Choice label="Consent note">{options.consent_note}</Choice> : null}
        {options.tags.length > 0 ? (
          <Choice label="Tags added">
            <NamedTags names={options.tags} />
          </Choice>
        ) : null}
        <Choice label="New subscribers">
          {subscriberStates[options.state].label}
          {options.double_opt_in ? ', asked to confirm' : ''}
        </Choice>
        <Choice label="Existing subscribers">{options.existing === 'update' ? 'Updated' : 'Not changed'}</Choice>
        {options.form_id ? <Choice label="Form">{nameOf(forms.data?.rows, options.form_id)}</Choice> : null}
        {options.sequence_id ? (
          <Choice label="Sequence">{nameOf(sequences.data?.rows, options.sequence_id)}</Choice>
        ) : null}
        {left_out.length > 0 && left_out.length <= SHOWN_COLUMNS ? (
          <Choice label="Skipped columns">{listText(left_out)}</Choice>
        ) : null}
        {started_at ? (
          <Choice label="Started">
            <DateTime at={started_at} />
          </Choice>
        ) : null}
      </dl>
    </section>
  )
}

const SHOWN_COLUMNS = 20

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
)
