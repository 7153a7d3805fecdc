import type { Transport } from '../open-transports.ts'
import { rateOf } from './receivers.ts'

export interface Assigned {
  transport: Transport
  receiver: string
}

/** Returns the limit of a transport's messages per day; undefined without one. */
export function dailyLimit(transport: Transport) {
  const { name, settings } = transport
  if (!settings.per_day) return undefined
  const detail = `${name}: ${count(settings.per_day)} messages per day.`
  const of = (row: Assigned) => row.transport === transport
  return { subject: `transport ${name}`, number: 0, allowance: settings.per_day, of, detail }
}

/** Returns the limit of a transport's messages per second; undefined without one. */
export function rateLimit(transport: Transport) {
  const { name, settings } = transport
  const { per_second } = settings
  if (!per_second) return undefined
  const of = (row: Assigned) => row.transport === transport
  return { key: `transport ${name}`, per_second, of, detail: `${name}: ${count(per_second)} messages per second.` }
}

/** Returns the limit of a transport's messages per second to a receiver; undefined without one. */
export function receiverLimit({ transport, receiver }: Assigned) {
  const per_second = rateOf(receiver, transport.settings.receivers)
  if (!per_second) return undefined
  const of = (row: Assigned) => row.transport === transport && row.receiver === receiver
  const detail = `${receiver}: ${count(per_second)} messages per second.`
  return { key: `receiver ${transport.name} ${receiver}`, per_second, of, detail }
}

/** Formats a number for texts. */
export const count = (value: number): string => value.toLocaleString('en-US')
