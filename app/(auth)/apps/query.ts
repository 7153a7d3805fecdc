import { notFound } from 'next/navigation'

export type Query = Record<string, string | string[] | undefined>

/** A parameter that is there once; one that is repeated could mean either, so it means nothing. */
export const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The number in an app's address; an address without one shows that there is no such page. */
export function appId(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : notFound()
}
