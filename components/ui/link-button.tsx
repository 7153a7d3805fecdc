import type { VariantProps } from 'class-variance-authority'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { buttonStyle } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

type LinkButtonProps = ComponentProps<typeof Link> & VariantProps<typeof buttonStyle>

/** A link that looks like a button. */
export const LinkButton = ({ variant, size, className, ...link }: LinkButtonProps) => (
  <Link className={cn(buttonStyle({ variant, size }), className)} {...link} />
)
