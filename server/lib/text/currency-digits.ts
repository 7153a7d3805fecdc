/** Returns the number of digits of a currency's minor unit: 2 for cents, 0 for yen. 2 for a code that is none. */
export function currencyDigits(code: string | undefined): number {
  if (!/^[a-z]{3}$/i.test(code ?? '')) return 2
  const options = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
  return options.maximumFractionDigits ?? 2
}
