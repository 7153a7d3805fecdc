import { z } from 'zod'
import { ReachInput } from '../../core/reach.ts'
import { BigId, Id, named, Timestamp } from '../../core/wire.ts'

// Adding, restarting and removing sets of subscribers.

export const CHANGE_ACTIONS = ['add', 'restart', 'remove'] as const
export const ChangeAction = z.enum(CHANGE_ACTIONS)
export type ChangeAction = z.infer<typeof ChangeAction>

const MAX_SELECTED = 1000

/** `everyone`: everyone in the sequence; not for adding. */
export const ChangeSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('segment'), id: Id }),
  z.object({ kind: z.literal('tag'), id: Id }),
  z.object({
    kind: z.literal('selection'),
    subscriber_ids: z
      .array(BigId)
      .min(1, 'Select at least one subscriber')
      .max(MAX_SELECTED, `Select at most ${MAX_SELECTED} subscribers. For more, use a tag or a segment`),
  }),
  z.object({ kind: z.literal('everyone') }),
])
export type ChangeSource = z.infer<typeof ChangeSource>

const NOT_EVERYONE = 'Choose a segment, a tag or subscribers to add'

export const ChangeInput = z
  .object({ sequence_id: Id, action: ChangeAction, source: ChangeSource })
  .refine(({ action, source }) => action !== 'add' || source.kind !== 'everyone', {
    error: NOT_EVERYONE,
    path: ['source'],
  })
export type ChangeInput = z.infer<typeof ChangeInput>

const Source = ChangeSource.meta({
  description: 'A `tag` or `segment` with its `id`, a `selection` of `subscriber_ids`, or `everyone` in the sequence.',
})

/** A change that a program requests. */
export const ChangeRequest = z
  .object({ action: ChangeAction, source: Source, ...ReachInput.shape })
  .superRefine(({ action, source }, issues) => {
    if (action !== 'add' || source.kind !== 'everyone') return
    issues.addIssue({ code: 'custom', path: ['source'], message: NOT_EVERYONE })
  })
export const ChangeQuestion = z.object({ action: ChangeAction, source: Source })
export const RequestedChange = named('RequestedEnrollmentChange', { id: z.int(), changed: z.int() })

const count = (description: string) => z.int().meta({ description })

export const ChangePreview = named('EnrollmentChangePreview', {
  matched: count('Subscribers in the source.'),
  changed: count('Subscribers who will be added, restarted or removed.'),
  inactive: count('Subscribers in the source who cannot be sent email, so they are not added or restarted.'),
  underway: count('Active subscribers who are in the sequence and keep their position when the source is added.'),
  over: count('Active subscribers who completed the sequence.'),
  missing: count('Subscribers in the source who are not in the sequence.'),
  withdrawn: count('Messages that wait to be sent to restarted or removed subscribers and are withdrawn.'),
  first_subject: z.string().nullable(),
  first_at: Timestamp.nullable(),
  is_paused: z.boolean(),
  repeat: z.boolean(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

export const SequenceChangeRow = named('EnrollmentChange', {
  id: z.int(),
  action: ChangeAction,
  state: z.enum(['running', 'completed', 'canceled']),
  source_name: z.string(),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
})
export type SequenceChangeRow = z.infer<typeof SequenceChangeRow>
