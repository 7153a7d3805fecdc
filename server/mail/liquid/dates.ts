import { type Context, filters, type Liquid } from 'liquidjs'

type Filter = (this: { context: Context; liquid: Liquid }, value: unknown, ...args: unknown[]) => unknown

const DATES = ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string']
/** Returns whether a text is an instant: now, seconds since 1970, or a time with a time zone. Other texts are a date and time in no zone. */
const isInstant = (text: string): boolean =>
  /^(?:now|today|\d+)$/.test(text) || (text.includes(':') && /(?:Z|[+-]\d\d:?\d\d|GMT|UTC)$/i.test(text))

/** Makes filters write instants in the account's time zone, and other dates as they are stored. */
export function registerDates(engine: Liquid): void {
  for (const name of DATES) {
    const original = filters[name] as unknown as Filter
    engine.registerFilter(name, function (this: ThisParameterType<Filter>, value: unknown, ...args: unknown[]) {
      const isInstantValue = typeof value !== 'string' || isInstant(value.trim())
      const zone = isInstantValue ? zoneOf(this.context) : 0
      const opts = { ...this.context.opts, timezoneOffset: zone }
      const context = Object.create(this.context, { opts: { value: opts } }) as Context
      return original.call({ ...this, context }, isInstantValue ? value : withoutZone(value), ...args)
    })
  }
}

function zoneOf(context: Context): string | number {
  const { account } = context.environments as { account?: { time_zone?: unknown } }
  return typeof account?.time_zone === 'string' ? account.time_zone : 0
}

/** JavaScript would read a date and time in the server's time zone. */
function withoutZone(value: string): string | Date {
  const date = new Date(`${value.replace(/(\d)T(\d)/i, '$1 $2')} UTC`)
  return Number.isNaN(+date) ? value : date
}
