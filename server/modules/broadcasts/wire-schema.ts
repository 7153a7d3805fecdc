import { z } from 'zod'
import { named, Timestamp } from '../../core/wire.ts'
import { ComposerInput } from './composer-schema.ts'
import { PlanInput, SendPlan, type StagesView, type Version } from './plan-schema.ts'
import { Excluded } from './schema.ts'

// The plan of a broadcast as programs write and read it (contract 21.11).

const PLAN = {
  type: 'object',
  description: 'Manner of sending: contract 21.11 has the kinds. Null for all right away.',
} as const
const VERSIONS = {
  type: 'array',
  items: { type: 'object' },
  description: 'Versions B and C: what differs from the broadcast.',
} as const

export const WrittenPlan = SendPlan.nullable().optional().meta(PLAN)
export const WrittenVersions = PlanInput.shape.versions.meta(VERSIONS)

export const Plan = named('BroadcastPlan', {
  plan: z.custom<SendPlan | null>().meta(PLAN),
  versions: z.custom<Version[]>().meta(VERSIONS),
  text_versions: z.array(z.string()),
})

export const Stages = named('BroadcastStages', {
  plan: z.custom<SendPlan | null>().meta(PLAN),
  release_at: Timestamp.nullable(),
  released_at: Timestamp.nullable(),
  first: z.int(),
  rest: z.int(),
  versions: z
    .custom<StagesView['versions']>()
    .meta({ type: 'array', items: { type: 'object' }, description: 'Results of each version in the first group.' }),
  outcome: z
    .custom<StagesView['outcome']>()
    .meta({ type: 'object', description: 'The version that the rest got, and the reason. Null before.' }),
})

export const SendingSettings = named('SendingSettings', {
  excluded: Excluded.nullable(),
  tracking_disabled: z.boolean(),
  reply_to_address: z.string().nullable(),
})
export type SendingSettings = z.infer<typeof SendingSettings>

export const SendingSettingsInput = ComposerInput.pick({ tracking_disabled: true, reply_to_address: true }).extend({
  excluded: Excluded.nullish().transform((given) => (given?.length === 0 ? null : given)),
})
export type SendingSettingsInput = z.infer<typeof SendingSettingsInput>
