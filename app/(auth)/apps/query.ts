import { notFound } from 'next/navigation'

export type Query = Record<string, string | string[] | undefined>

/** Returns the value of a parameter. Undefined if it is repeated, because either value could be meant. */
export const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Returns the app’s ID from the URL. Shows the 404 page for anything else. */
export function appId(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : notFound()
}
