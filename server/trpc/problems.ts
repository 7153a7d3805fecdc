import type { TRPCError } from '@trpc/server'
import { t, text } from '../lib/locale/texts.ts'

/** Returns messages of services and schemas in the request's language. They are English, which is the key of catalogs (decision 0115). */
export const inRequestLanguage = (messages: readonly string[]): string[] => messages.map((message) => text(message))

export const ourProblem = (): string => t`Something went wrong on our side. Please try again.`

/** Tells whether a procedure refused. The class of its error belongs to the server's copy of its package, and pages have another. */
export const isRefusal = (error: unknown): error is TRPCError => error instanceof Error && error.name === 'TRPCError'
