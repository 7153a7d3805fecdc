import type { ComponentProps, ReactNode } from 'react'

export type LucideIcon = (props: ComponentProps<'svg'>) => ReactNode

/** Returns an icon component with these classes and shapes. Hidden from assistive technology unless it has a label. */
export const lucideIcon =
  (classes: string, shapes: string): LucideIcon =>
  ({ className, ...props }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ? `${classes} ${className}` : classes}
      aria-hidden={props.role || props['aria-label'] || props['aria-labelledby'] ? undefined : true}
      {...props}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes are constants of this project.
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  )
