// States of an app's automation templates: the table of contract 11. Pure, because pages show the allowed actions.

export const TEMPLATE_STATES = ['draft', 'in_review', 'approved', 'published'] as const
export type TemplateState = (typeof TEMPLATE_STATES)[number]

export const TEMPLATE_ACTIONS = [
  'submit',
  'approve',
  'reject',
  'publish',
  /** Changes the name, description, feature labels or source automation. */
  'edit',
  /** The source automation was published again. */
  'change_source',
  'adopt',
  'delete',
] as const
export type TemplateAction = (typeof TEMPLATE_ACTIONS)[number]

/**
 * `snapshot`: stores the template, its automation and its emails as the version to review. `go_live`: creators adopt the reviewed version
 * from now on. `store_note`, `clear_note`: the reviewer's text.
 */
export type Effect = 'snapshot' | 'go_live' | 'store_note' | 'clear_note'

export type Decision = { to: TemplateState | 'deleted'; effects: readonly Effect[] } | { refusal: string }

const to = (state: TemplateState | 'deleted', ...effects: Effect[]): Decision => ({ to: state, effects })
const refuse = (refusal: string): Decision => ({ refusal })

const NOT_IN_REVIEW = 'The template is not in review'
const deleted = to('deleted')

/** Every action in every state. */
const TABLE: Record<TemplateState, Record<Exclude<TemplateAction, 'adopt'>, Decision>> = {
  draft: {
    submit: to('in_review', 'snapshot', 'clear_note'),
    approve: refuse(NOT_IN_REVIEW),
    reject: refuse(NOT_IN_REVIEW),
    publish: refuse('The template is a draft. Submit it for review; you can publish it when it is approved.'),
    edit: to('draft'),
    change_source: to('draft'),
    delete: deleted,
  },
  in_review: {
    submit: refuse('The template is already in review'),
    approve: to('approved', 'store_note'),
    reject: to('draft', 'store_note'),
    publish: refuse('The template is in review. You can publish it when it is approved.'),
    edit: refuse('The template is in review. You can edit it when the review is done.'),
    // The reviewer decides about the submitted version. The newer automation goes to review once that version is published.
    change_source: to('in_review'),
    delete: deleted,
  },
  approved: {
    submit: refuse('The template is already approved. Publish it.'),
    approve: refuse('The template is already approved'),
    reject: refuse('The template is already approved'),
    publish: to('published', 'go_live'),
    edit: refuse('The template is approved as it is. Publish it before you edit it; the edit is then reviewed.'),
    change_source: to('approved'),
    delete: deleted,
  },
  published: {
    submit: refuse('The template is published. Edit it to submit it again.'),
    approve: refuse('The template is already published'),
    reject: refuse('The template is published. Remove its app from the store instead.'),
    publish: refuse('The template is already published'),
    edit: to('in_review', 'snapshot', 'clear_note'),
    change_source: to('in_review', 'snapshot', 'clear_note'),
    delete: deleted,
  },
}

/**
 * Returns the effect of an action on a template, or the reason why it is refused. Creators adopt the live version, which stays live while a
 * newer one is a draft, in review or approved.
 * @param is_live whether a version was published
 */
export function decide(template: { state: TemplateState; is_live: boolean }, action: TemplateAction): Decision {
  const { state, is_live } = template
  if (action !== 'adopt') return TABLE[state][action]
  return state === 'published' || is_live ? to(state) : refuse('The template is not published')
}

/** Roles with buttons for the actions. */
export const OFFERED_TO = {
  developer: ['submit', 'publish', 'edit', 'delete'],
  reviewer: ['approve', 'reject'],
  creator: ['adopt'],
} as const satisfies Record<string, readonly TemplateAction[]>

/** Returns the actions that pages show to a role, in the order of the buttons. */
export const offered = <Role extends keyof typeof OFFERED_TO>(
  template: { state: TemplateState; is_live: boolean },
  role: Role,
): (typeof OFFERED_TO)[Role][number][] => OFFERED_TO[role].filter((action) => 'to' in decide(template, action))
