import { useMemo } from 'react'
import type { LandingContext } from '@/server/lib/page/landing/context.ts'
import { Landing } from '@/server/modules/forms/landing-schema.ts'
import { RenderedPage } from '../../landing/rendered-page'

/** An earlier version of the page, with images that are still in the library. */
export function EarlierPage({ content, context }: { content: string; context: LandingContext }) {
  const page = useMemo(() => Landing.safeParse(JSON.parse(content)).data, [content])
  if (!page) return <p className="text-muted-foreground text-sm">This version of Envoi cannot show that page.</p>
  return (
    <RenderedPage
      title="Earlier page"
      page={page}
      context={context}
      width={1280}
      className="h-[65vh] rounded-xl border border-border"
    />
  )
}
