import { pagesOf } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { ResumeInput, SendingHealth } from './schema.ts'
import { getSendingHealth, resumeSending } from './service.ts'
import { decideWave, findWave, listWaves } from './waves.ts'
import { WaveDecision, WaveView } from './waves-schema.ts'

const write = { scope: 'sending:write', role: 'admin', names_fields: true } as const

export const reputationApi = [
  route('GET /sending_health', getSendingHealth, {
    summary: 'Read the sending health',
    description: 'Bounces and complaints of the last days by domain, and where they paused sending.',
    of: SendingHealth,
  }),
  route('POST /sending_health/resume', resumeSending, {
    ...write,
    summary: 'Resume paused sending',
    description: 'Of a `domain`, or `*`. The `note` says what you changed, and stays in the security log.',
    body: ResumeInput,
    errors: { 404: 'Sending is not paused' },
  }),
  list('GET /bounce_waves', pagesOf('bounce_waves', listWaves), {
    summary: 'List bounces that wait for a decision',
    description: 'Too many reports had the same text, so the subscribers were not marked as bounced.',
    as: 'bounce_waves',
    of: WaveView,
  }),
  route('POST /bounce_waves/:id/decide', decideWave, {
    ...write,
    summary: 'Decide about waiting bounces',
    description: '`apply` marks the subscribers as bounced, `discard` makes those active again who were marked.',
    body: WaveDecision.pick({ decision: true }),
    subject: findWave,
  }),
]
