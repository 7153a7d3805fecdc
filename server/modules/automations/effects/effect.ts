import type { Tx } from '../../../core/write/write.ts'
import type { Action, ActionType } from '../graph-schema.ts'
import { callAction } from './app.ts'
import { startAutomation } from './automation.ts'
import { sendEmail } from './email.ts'
import { setField } from './field.ts'
import { notifyTeam } from './notify.ts'
import type { Effect, Outcomes, RunSet } from './outcome.ts'
import { addToSequence, removeFromSequence } from './sequences.ts'
import { unsubscribe } from './state.ts'
import { addTag, removeTag } from './tags.ts'

export type { Outcomes, RunSet } from './outcome.ts'

/**
 * Applies an action to a set of runs through the same services as members and the API. Returns outcomes other than "passed without data".
 * Throws only if the action fails for everyone. The transaction must have locked all subscribers of its runs, ordered by address, because
 * actions of several sets lock them again.
 */
export function applyAction(tx: Tx, set: RunSet, action: Action): Promise<Outcomes> {
  const effect = EFFECTS[action.type] as Effect<ActionType>
  return effect(tx, set, action)
}

const EFFECTS: { [Type in ActionType]: Effect<Type> } = {
  add_tag: addTag,
  remove_tag: removeTag,
  set_field: setField,
  add_to_sequence: addToSequence,
  remove_from_sequence: removeFromSequence,
  unsubscribe,
  send_email: sendEmail,
  notify_team: notifyTeam,
  app_action: callAction,
  start_automation: startAutomation,
}
