import { DateTime } from '@/components/relative-time'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'
import { SOURCES } from '../source-labels'

const consentSources: Record<string, string> = {
  api: 'Through the API',
  manual: 'Recorded manually',
  import: 'Stated in an import',
  form: 'Through a form',
  double_opt_in: 'Confirmed by email',
  preferences: 'Chosen on the preference page',
  address_change: 'Changed by a member or an app',
}

/** The subscriber's source, location and consents. */
export function OriginCard({ subscriber: { attribution, location, consents } }: { subscriber: SubscriberProfile }) {
  const place = [location.city, location.state, location.country].filter(Boolean).join(', ')
  const source = attribution.source_mechanism === 'import' ? 'import' : attribution.source_type
  const rows = [
    { label: 'Source', value: source ? (SOURCES[source] ?? source) : t`Unknown` },
    { label: 'Source name', value: attribution.source_name },
    { label: 'Referrer', value: attribution.referrer },
    { label: 'Campaign', value: attribution.utm_campaign },
    { label: 'Location', value: place },
    { label: 'Time zone', value: location.timezone },
  ].filter(({ value }) => value)
  return (
    <SectionCard title="Origin and consent" className="grid gap-4 text-sm">
      <dl className="grid gap-2">
        {rows.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[6rem_1fr] gap-3">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {consents.length > 0 ? (
        <ul className="grid gap-3 border-border border-t pt-4">
          {consents.map((consent) => (
            <li key={`${consent.source} ${consent.given_at}`} className="grid gap-0.5">
              <span>{consentSources[consent.source] ?? consent.source}</span>
              {consent.text ? <q className="text-muted-foreground">{consent.text}</q> : null}
              <span className="text-muted-foreground text-xs">
                <DateTime at={consent.given_at} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </SectionCard>
  )
}
