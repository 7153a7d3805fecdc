import { changeState } from '../../subscribers/state/state.ts'
import { type Effect, subscribersOf } from './outcome.ts'

export const unsubscribe: Effect<'unsubscribe'> = async (tx, set) => {
  await changeState(tx, { ids: subscribersOf(set), transition: 'unsubscribe', cause: 'automation' })
  return new Map()
}
