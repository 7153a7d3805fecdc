import { Fragment, type ReactNode } from 'react'

export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-7 grid gap-1.5">
      {/* No line breaks at hyphens, so "two-factor" stays on one line. */}
      <h1 className="font-semibold text-3xl tracking-[-0.028em]">
        {title.includes('-') ? title.split(' ').map(wholeWord) : title}
      </h1>
      {children ? <p className="text-pretty text-muted-foreground">{children}</p> : null}
    </div>
  )
}

const wholeWord = (word: string, at: number) => (
  <Fragment key={word}>
    {at > 0 ? ' ' : null}
    <span className="whitespace-nowrap">{word}</span>
  </Fragment>
)

/** An alternative link below a form. */
export function AuthFooter({ children }: { children: ReactNode }) {
  return <p className="mt-7 text-muted-foreground text-sm">{children}</p>
}

export const authLinkStyle =
  'rounded-sm font-medium text-primary-ink underline decoration-primary-ink/35 underline-offset-4 hover:decoration-current'
