import { parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'

/** The edited version of the page, and its open section. */
export const EDITED = { version: parseAsStringLiteral(['a', 'b']).withDefault('a'), at: parseAsString }

export const landingQuery = (trpc: Trpc, id: number) =>
  // Not refetched, because a later result must not replace the editor's unsaved changes.
  trpc.forms.landing.get.queryOptions({ id }, { refetchOnWindowFocus: false })
