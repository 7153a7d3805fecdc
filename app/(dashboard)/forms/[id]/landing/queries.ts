import type { Trpc } from '@/components/page-queries'

export const landingQuery = (trpc: Trpc, id: number) =>
  // The editor has changes of its own, which an answer that comes later must not replace.
  trpc.forms.landing.get.queryOptions({ id }, { refetchOnWindowFocus: false })
