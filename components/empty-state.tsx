import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from '@/components/illustration'
import { StateFrame } from '@/components/state-frame'

export interface EmptyStateProps {
  illustration: IllustrationName
  title: ReactNode
  /** Explains what an empty page is for, with the first action. */
  description?: ReactNode
  actions?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
}

export const EmptyState = ({ illustration, ...shown }: EmptyStateProps) => (
  <StateFrame drawing={<Illustration name={illustration} />} {...shown} />
)
