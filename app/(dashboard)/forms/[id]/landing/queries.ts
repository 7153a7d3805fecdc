import { parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'

/** The version of the page that is edited, and what of it is open. */
export const EDITED = { version: parseAsStringLiteral(['a', 'b']).withDefault('a'), at: parseAsString }

export const landingQuery = (trpc: Trpc, id: number) =>
  // The editor has changes of its own, which an answer that comes later must not replace.
  trpc.forms.landing.get.queryOptions({ id }, { refetchOnWindowFocus: false })
