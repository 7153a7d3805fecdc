import { accounts, expired, OLD, rows, subscribers, type Work } from './many-of.ts'

const LONG_AGO = `now() - interval '900 days'`
const COUNTS = { sent: '1', opened: '0', clicked: '0', unsubscribed: '0', bounced: '0', complained: '0' }
const COUNTED_TO = { time_zone: `'UTC'`, noted_to: 'now()', cohorts_due_at: OLD }

/** Jobs that count figures for pages, account by account, day by day and segment by segment. */
export const GROWING_FIGURES: Record<string, Work> = {
  'analytics/note-days': async () => {
    await accounts('subscriber', 450, { email_address: `'p' || n || '@x.example'` })
    return undefined
  },
  'analytics/count-days': async (account_id) => {
    await rows(account_id, 'analytics_account', 1, COUNTED_TO)
    await rows(account_id, 'analytics_day', 50, { day: `now() - n * interval '1 day'`, next_count_at: OLD })
    return undefined
  },
  'analytics/count-cohorts': async () => {
    await accounts('analytics_account', 4, COUNTED_TO)
    return undefined
  },
  'analytics/purge-expired': expired('analytics_receiver', {
    ...{ account_id: '$account', day: LONG_AGO, receiver: `'d' || n || '.example'` },
    ...COUNTS,
  }),
  'segments/count-sizes': async (account_id) => {
    await subscribers(account_id, 10)
    await rows(account_id, 'segment', 24, { name: `'Segment ' || n`, definition: `'{"all": []}'` })
    return undefined
  },
  'segments/purge-expired': expired('segment_size', { account_id: '$account', segment_id: 'n', day: LONG_AGO }),
}
