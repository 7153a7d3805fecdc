import { DnsRecord } from '@/components/dns-record'
import { DateTime } from '@/components/relative-time'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import type { DomainRecord } from '@/server/modules/sending-domains/schema.ts'

/** The records to add at the DNS provider, with the values found. */
export function RecordsCard({ domain, records }: { domain: string; records: DomainRecord[] }) {
  const current = records.filter(({ removable_at }) => removable_at === null)
  const replacedRecords = records.filter(({ removable_at }) => removable_at !== null)
  return (
    <>
      <SectionCard
        title="DNS records"
        description={`Add these where you manage the DNS of ${domain}. If your provider adds the domain to names automatically, use the short name.`}
        className="grid gap-5"
      >
        <RecordList records={current} label="DNS records" />
        {ABSENT.filter(({ purpose }) => !records.some((record) => record.purpose === purpose)).map(
          ({ purpose, text }) => (
            <p key={purpose} className="border-border border-t pt-4 text-muted-foreground text-sm">
              {text}
            </p>
          ),
        )}
      </SectionCard>
      {replacedRecords.length > 0 ? (
        <SectionCard
          title="Replaced records"
          description="Emails in transit still need them. Remove each after the date shown."
        >
          <RecordList records={replacedRecords} label="Replaced records" />
        </SectionCard>
      ) : null}
    </>
  )
}

/** Records that depend on a setting of the instance, and the effect of not having it. */
const ABSENT = [
  {
    purpose: 'spf',
    text: 'The SPF record is missing here, because this server does not name its mail servers yet. Your emails are signed without it, but Gmail and Yahoo ask for SPF too. Ask your administrator for the record.',
  },
  {
    purpose: 'return_path',
    text: 'The return path is missing here, because this server does not receive bounces at your domain. Bounces go to an address of the server, or to your sending address. Ask your administrator if you want a return path.',
  },
] as const

function RecordList({ records, label }: { records: DomainRecord[]; label: string }) {
  return (
    <ul aria-label={label} className="grid divide-y divide-border">
      {records.map((record) => (
        <li key={record.key} className="grid gap-3 py-5 first:pt-0 last:pb-0">
          <Record record={record} />
        </li>
      ))}
    </ul>
  )
}

const Record = ({ record }: { record: DomainRecord }) => (
  <DnsRecord record={record} badge={record.is_required ? null : record.removable_at ? t`Replaced` : t`Recommended`}>
    {record.removable_at ? <Removable at={record.removable_at} /> : null}
  </DnsRecord>
)

function Removable({ at }: { at: string }) {
  return Date.parse(at) <= Date.now() ? (
    <p className="text-sm">You can remove this record now.</p>
  ) : (
    <p className="text-sm">
      Keep this record until <DateTime at={at} />.
    </p>
  )
}
