import type { Context, Liquid } from 'liquidjs'

/** `{{ event.cart.total | money: "EUR" }}` writes an amount in the account's language; without a currency, with two decimals. */
export function registerMoney(engine: Liquid): void {
  engine.registerFilter('money', function (this: { context: Context }, value: unknown, currency: unknown) {
    const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof amount !== 'number' || !Number.isFinite(amount)) return value
    const { account } = this.context.environments as { account?: { language?: unknown } }
    const language = typeof account?.language === 'string' ? account.language : 'en-US'
    const isCode = typeof currency === 'string' && /^[a-z]{3}$/i.test(currency)
    return new Intl.NumberFormat(language, isCode ? { style: 'currency', currency } : DECIMALS).format(amount)
  })
}

const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
