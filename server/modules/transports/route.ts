import type { Ctx } from '../../core/context.ts'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import type { MailTransport, OutgoingMessage, SendResult } from '../../mail/transport.ts'
import { isUsable, needsProbe, ranksFor, WeightedChoice } from './choice.ts'
import { readBackOffs, writeBackOffs } from './circuits/back-off-rows.ts'
import { type Circuit, type CircuitKind, isHalfOpen, MAX_REFUSALS } from './circuits/circuit.ts'
import { circuitOf, readCircuits, writeCircuits } from './circuits/circuit-rows.ts'
import { observe, observeReceiver, openFailing, type Reading, readResult } from './circuits/observe.ts'
import { admit, type Full, type Held, heldBack, type Recipient } from './limits/admission.ts'
import type { Grants } from './limits/grants.ts'
import { receiverOf } from './limits/receivers.ts'
import type { Transport } from './open-transports.ts'
import { HourCounts } from './throughput.ts'

/** The reason why no transport can be used now. */
export interface Block {
  kind: CircuitKind
  reply: string
  /** Time when the next message may be tried. */
  until: Date
  /** True if messages of this run were refused, which stops their email. Otherwise the email waits. */
  is_own: boolean
}

/** Routes the messages of one account from one sending domain over the best usable transport. */
export class Route implements Pick<MailTransport, 'send'> {
  readonly #ctx: Ctx
  readonly #domain: string
  readonly #ranks: Transport[][]
  readonly #transports: Transport[]
  readonly #choice = new WeightedChoice()
  readonly #counts = new HourCounts()
  #grants: Grants | undefined
  /** Counted refusals since the last answered message. */
  #refused = 0
  /** Consecutive messages that were refused for their content or size. */
  #message_refusals = 0
  /** Consecutive deferrals because of us and their receivers, by transport. */
  readonly #deferring = new Map<Transport, { count: number; receivers: Set<string> }>()
  #held = 0
  /** The reply to a message refused for its own content, if all of the last ones were. */
  message_refusal: string | null = null

  constructor(ctx: Ctx, { domain, transports }: { domain: string; transports: readonly Transport[] }) {
    this.#ctx = ctx
    this.#domain = domain
    this.#ranks = ranksFor(transports, domain)
    this.#transports = this.#ranks.flat()
  }

  get connections(): number {
    return this.#transports.reduce((sum, { connections }) => sum + connections, 0)
  }

  /** True if messages were refused before. One more refusal then keeps a circuit open without failing the message. */
  get is_refused(): boolean {
    return this.#transports.some(({ circuits }) =>
      [SERVICE_ACCOUNT, this.#ctx.account_id].some((of) => {
        const circuit = circuits.get(of)
        return circuit?.kind === 'refused' && circuit.failures >= MAX_REFUSALS
      }),
    )
  }

  /** Reads the state shared by all processes. Call it before a batch. */
  async refresh(): Promise<void> {
    const now = this.#ctx.now()
    await Promise.all([
      readCircuits(this.#transports, { account_id: this.#ctx.account_id, now }),
      readBackOffs(this.#transports),
    ])
  }

  /** Returns the reason why no transport can be used; null while one can. */
  blocked(): Block | null {
    if (this.#transports.some(({ circuits }) => circuits.size === 0)) return null
    const now = this.#ctx.now()
    if (this.#transports.length === 0) {
      const reply = `No mail server carries emails of ${this.#domain}. Ask your administrator to add the domain to one`
      return { kind: 'unreachable', reply, until: new Date(+now + 60_000), is_own: false }
    }
    const circuits: (Circuit & { probe_at: Date })[] = []
    for (const transport of this.#transports) {
      const circuit = circuitOf(transport, this.#ctx.account_id, now)
      if (!circuit?.probe_at || circuit.probe_at <= now) return null
      circuits.push({ ...circuit, probe_at: circuit.probe_at })
    }
    const [first] = circuits.sort((a, b) => +a.probe_at - +b.probe_at)
    if (!first) return null
    const shown = circuits.find(({ kind }) => kind === 'unreachable') ?? first
    return { kind: shown.kind, reply: shown.reply, until: first.probe_at, is_own: this.#refused > 0 }
  }

  /** Assigns transports to the messages of a batch, and takes from all limits. Returns the messages that must wait. */
  async admit({ mail_id, rows }: { mail_id: number; rows: readonly Recipient[] }): Promise<Held[]> {
    const now = this.#ctx.now()
    const probes = this.#transports.filter((transport) => needsProbe(transport, this.#ctx.account_id, now))
    const pick = () => {
      const probe = probes.shift()
      if (probe) return probe
      return this.#choice.next(this.#usable(now, { with_probes: false })) ?? this.#choice.next(this.#usable(now))
    }
    const pickOther = (full: Full) => this.#choice.next(this.#withRoom(full, now))
    const { held, grants } = await admit(this.#ctx, { mail_id, rows, domain: this.#domain, pick, pickOther })
    this.#grants = grants
    return held
  }

  /** Returns the reason why a message of an admitted batch must wait: its receiver began to defer. */
  heldBack(row: Recipient): Held | undefined {
    const transport = this.#grants?.transport_of.get(row.id)
    return transport && heldBack(transport, row, { now: this.#ctx.now(), position: this.#held++ })
  }

  /**
   * Sends over the assigned transport, or over the next best one if nothing was transmitted and the refusal was not about the message. So
   * `beforeHandOver` may be called more than once. An unconfirmed message is never sent again.
   */
  async send(message: OutgoingMessage): Promise<SendResult> {
    const { account_id } = this.#ctx
    const asked = new Set<Transport>()
    let last: SendResult | undefined
    for (let transport = await this.#next(message, asked); transport; transport = await this.#next(message, asked)) {
      asked.add(transport)
      const { circuits } = transport
      const isProbe = circuits.size > 0 && needsProbe(transport, account_id, this.#ctx.now())
      const settled = isProbe ? beginProbe(transport) : undefined
      // It may have failed while the message waited for a connection.
      let isStillUsable = true
      const isWanted = () => {
        isStillUsable = circuits.size === 0 || isUsable(transport, account_id, this.#ctx.now())
        return isStillUsable && (message.isWanted?.() ?? true)
      }
      const result = { ...(await transport.transport.send({ ...message, isWanted })), transport: transport.name }
      if (result.is_withdrawn) {
        settled?.()
        if (isStillUsable) return result
        continue
      }
      const reading = readResult(result, { envelope: message.envelope, is_known: message.was_refused ?? false })
      this.#note(transport, message, { result, reading })
      settled?.()
      if (!reading.may_go_elsewhere) return result
      last = result
    }
    if (last) return last
    const block = this.blocked()
    return { kind: 'deferred', stage: 'connect', response: block?.reply ?? 'No transport can be used' }
  }

  /** Stores the results of this batch. Returns whether a circuit that refused the account was closed, so refused messages are due. */
  async settle({ is_stuck }: { is_stuck: boolean }): Promise<{ is_accepted_again: boolean }> {
    const now = this.#ctx.now()
    const usable = this.#usable(now)
    // Every connection failed, but too few times to open the circuit.
    if (is_stuck) for (const transport of usable) openFailing(transport, now)
    const is_accepted_again = this.#closed.size > 0
    this.#closed.clear()
    await Promise.all([
      writeCircuits(this.#transports),
      writeBackOffs(this.#transports, now),
      this.#grants?.settle(),
      this.#counts.write(now),
    ])
    this.#grants = undefined
    return { is_accepted_again }
  }

  /** Circuits that were opened by refusals and closed in this batch. */
  readonly #closed = new Set<string>()

  #note(
    transport: Transport,
    message: OutgoingMessage,
    { result, reading }: { result: SendResult; reading: Reading },
  ): void {
    const { account_id } = this.#ctx
    const now = this.#ctx.now()
    const receiver = receiverOf(message.envelope.to)
    this.#counts.add(transport.name, result)
    this.#grants?.used(message.subscriber_id, { transport, receiver, result })
    const { seen, deferred, message_refused } = reading
    const is_accepted = result.kind === 'accepted'
    observeReceiver(transport, receiver, { deferred, is_accepted, now })
    if (message_refused) {
      this.#message_refusals++
      if (this.#message_refusals >= MAX_REFUSALS) this.message_refusal = message_refused
    } else if (is_accepted) this.#message_refusals = 0
    if (seen?.is === 'answered') {
      this.#refused = 0
      this.#deferring.delete(transport)
      for (const scope of [SERVICE_ACCOUNT, account_id])
        if (transport.circuits.get(scope)?.kind === 'refused' && transport.circuits.get(scope)?.probe_at)
          this.#closed.add(`${transport.name} ${scope}`)
    }
    if (seen?.is === 'refused' && !seen.is_known) this.#refused++
    if (seen) observe(transport, account_id, seen, now)
    if (deferred?.about === 'sender_refused') this.#countDeferral(transport, receiver, deferred.reply, now)
  }

  /** Counts consecutive deferrals. A server that defers several receiving domains in a row defers us, not one receiver. */
  #countDeferral(transport: Transport, receiver: string, reply: string, now: Date): void {
    const run = this.#deferring.get(transport) ?? { count: 0, receivers: new Set<string>() }
    this.#deferring.set(transport, run)
    run.count++
    run.receivers.add(receiver)
    if (run.count < MAX_REFUSALS || run.receivers.size < 2) return
    observe(transport, SERVICE_ACCOUNT, { is: 'unreachable', reply }, now)
    openFailing(transport, now)
    this.#deferring.delete(transport)
  }

  #usable(now: Date, { with_probes = true } = {}): Transport[] {
    const { account_id } = this.#ctx
    for (const rank of this.#ranks) {
      const usable = rank.filter(
        (transport) => isUsable(transport, account_id, now) && (with_probes || !needsProbe(transport, account_id, now)),
      )
      if (usable.length > 0) return usable
    }
    return []
  }

  /** Returns transports that may have room for a message: of the same rank, and of later ranks once a daily allowance is used. */
  #withRoom({ tried, receiver, is_day_over }: Full, now: Date): Transport[] {
    const { account_id } = this.#ctx
    const last = tried.at(-1)
    for (const rank of this.#ranks) {
      if (!is_day_over && !rank.some((transport) => transport === last)) continue
      const free = rank.filter((transport) => {
        const until = transport.back_offs.get(receiver)?.until
        const isFree = !tried.includes(transport) && !(until && until > now)
        return isFree && isUsable(transport, account_id, now) && !needsProbe(transport, account_id, now)
      })
      if (free.length > 0) return free
    }
    return []
  }

  /** Returns the next transport to try. While the only one left is being tried by another message, waits for its reply. */
  async #next(message: OutgoingMessage, asked_transports: ReadonlySet<Transport>): Promise<Transport | undefined> {
    const { account_id } = this.#ctx
    for (;;) {
      const now = this.#ctx.now()
      const assigned = this.#grants?.transport_of.get(message.subscriber_id ?? -1)
      if (assigned && asked_transports.size === 0 && assigned.circuits.size === 0) return assigned
      const preferred = asked_transports.size === 0 ? (assigned ?? this.#choice.next(this.#usable(now))) : undefined
      const order = [...(preferred ? [preferred] : []), ...this.#transports]
      const left = order.filter((transport) => !asked_transports.has(transport) && isUsable(transport, account_id, now))
      const free = left.find(
        ({ probe, circuits }) => !probe || ![...circuits.values()].some((one) => isHalfOpen(one, now)),
      )
      if (free || left.length === 0) return free
      await Promise.race(left.map(({ probe }) => probe))
    }
  }
}

/** Marks a half-open circuit as being tried. Returns a function to call when the reply is known. */
function beginProbe(transport: Transport): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  transport.probe = promise
  return () => {
    transport.probe = undefined
    resolve()
  }
}
