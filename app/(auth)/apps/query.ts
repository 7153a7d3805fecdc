import { notFound } from 'next/navigation'

export type Query = Record<string, string | string[] | undefined>

/** The value of a parameter. Undefined when it is repeated, because either value could be meant. */
export const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The app’s ID from the URL. Anything else shows the 404 page. */
export function appId(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : notFound()
}
