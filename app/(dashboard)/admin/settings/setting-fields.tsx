import type { ReactNode } from 'react'
import { Card, CardContent, CardHeader } from '@/components/ui/card'

interface SectionProps {
  title: string
  description: string
  /** For links to it. */
  id?: string
  children: ReactNode
}

/** Settings about one subject. */
export function Section({ title, description, id, children }: SectionProps) {
  return (
    <Card id={id} className="scroll-mt-20">
      <CardHeader title={title} description={description} />
      <CardContent className="grid gap-5">{children}</CardContent>
    </Card>
  )
}
