import type { ReactNode } from 'react'
import { SectionCard } from '@/components/ui/card'

interface SectionProps {
  title: string
  description: string
  /** Anchor for links. */
  id?: string
  children: ReactNode
}

/** Settings on one subject. */
export function Section({ title, description, id, children }: SectionProps) {
  return (
    <SectionCard id={id} cardClassName="scroll-mt-20" title={title} description={description} className="grid gap-5">
      {children}
    </SectionCard>
  )
}
