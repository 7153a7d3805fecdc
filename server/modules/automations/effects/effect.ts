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
 * Does an action for a set, with the service functions that members and the API use. Returns the outcomes of runs that differ from
 * "passed without data". Throws only when nothing can be done for anyone. Its transaction must have locked the subscribers of all its
 * runs before, in the order of addresses, because actions of several sets lock them again.
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
