import type { ReactNode } from 'react'
import { DateTime } from '@/components/relative-time'
import { Dialog } from '@/components/ui/dialog'
import { LinkButton } from '@/components/ui/link-button'
import { SETTING_LABELS, settingLabel } from '@/server/core/instance/setting-labels.ts'
import type { AuditView } from '@/server/modules/admin/audit-schema.ts'
import { sentenceOf } from './sentence'

const ACTED_AS = {
  administrator: 'Administrator',
  service: 'Command line, job or webhook',
  member: 'Member of the account',
}

/** An audit entry with all its details, and a link to its subject. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditView | undefined; onClose: () => void }) {
  const href = entry && hrefOf(entry)
  return (
    <Dialog open={entry !== undefined} onClose={onClose} title={entry ? sentenceOf(entry) : 'Entry'}>
      {entry ? (
        <div className="grid gap-4">
          <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
            <Row label="Time">
              <DateTime at={entry.occurred_at} />
            </Row>
            <Row label="By">{entry.by ? [...new Set([entry.by, entry.by_email])].join(', ') : 'A program'}</Row>
            <Row label="Acted as">{ACTED_AS[entry.acted_as]}</Row>
            {entry.ip ? <Row label="IP address">{entry.ip}</Row> : null}
            {entry.account_id ? (
              <Row label="Account">
                {entry.account_name ?? 'Deleted account'} ({entry.account_id})
              </Row>
            ) : null}
            {entry.subject_user ? <Row label="User">{entry.subject_user}</Row> : null}
            {detailRows(entry).map(({ name, text }) => (
              <Row key={name} label={name}>
                {text}
              </Row>
            ))}
          </dl>
          {href ? (
            <LinkButton variant="outline" className="w-fit" href={href.to}>
              {href.label}
            </LinkButton>
          ) : null}
        </div>
      ) : null}
    </Dialog>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

const labelOf = (name: string) => name[0]?.toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Returns the label of items added to or removed from a list setting. */
function listLabelOf(name: string): string | undefined {
  const [, setting, change] = /^(\w+)_(added|removed)$/.exec(name) ?? []
  return setting && Object.hasOwn(SETTING_LABELS, setting) ? `${settingLabel(setting)}: ${change}` : undefined
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value) && value.every((member) => typeof member === 'string')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** Returns the details by name. Of changes, only differing properties with their old and new values. */
function detailRows({ action, details }: AuditView): { name: string; text: string }[] {
  const { before, after, is_cut, ...others } = details
  const given = is_cut ? { ...others, left_out: 'Details that were too long to keep' } : others
  const rows = Object.entries(given).flatMap(([name, value]) =>
    value === '' || value === null ? [] : { name: listLabelOf(name) ?? labelOf(name), text: textOf(value) },
  )
  if (before === undefined && after === undefined) return rows
  const [old, now] = [membersOf(before), membersOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  if (names.length === 0) return [...rows, { name: 'Change', text: `${textOf(before)} › ${textOf(after)}` }]
  const changed = names.filter((name) => textOf(old[name]) !== textOf(now[name]))
  return [
    ...rows,
    ...changed.map((name) => ({
      name: action === 'settings_changed' ? settingLabel(name) : labelOf(name),
      text: `${textOf(old[name])} › ${textOf(now[name])}`,
    })),
  ]
}

/** Returns the page of an entry's subject. */
function hrefOf({ action, details, account_id, account_name }: AuditView): { to: string; label: string } | undefined {
  if (details.app_id) return { to: `/admin/review/apps/${details.app_id}`, label: 'Open app' }
  if (details.template_id) return { to: `/admin/review/templates/${details.template_id}`, label: 'Open template' }
  if (action.startsWith('suppression')) return { to: '/admin/mail/suppression', label: 'Open suppression list' }
  if (action.startsWith('job_') || action === 'failed_runs_retried')
    return { to: '/admin/jobs', label: 'Open background jobs' }
  if (action === 'transport_tried' || action === 'warm_up_skipped')
    return { to: '/admin/mail/transports', label: 'Open transports' }
  if (account_id && account_name) return { to: `/admin/accounts/${account_id}`, label: 'Open account' }
  if (action.startsWith('plan_')) return { to: '/admin/plans', label: 'Open plans' }
  if (action === 'settings_changed') return { to: '/admin/settings', label: 'Open settings' }
  return undefined
}
