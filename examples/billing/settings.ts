function required(name: string): string {
  const value = process.env[name]
  if (value) return value
  console.error(`${name} is missing`)
  process.exit(1)
}

/** Shared with Envoi. */
export const secret = required('BILLING_WEBHOOK_SECRET')
/** Shared with the processor. */
export const processor_secret = required('PROCESSOR_SECRET')
export const envoi_url = process.env.ENVOI_URL ?? 'http://localhost:3000'
export const port = Number(process.env.PORT ?? '4100')
