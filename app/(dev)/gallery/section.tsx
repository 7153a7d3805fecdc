import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="border-border border-b pb-2 font-semibold text-xl tracking-tight">{title}</h2>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </section>
  )
}

export function Row({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className="grid gap-2.5">
      {label ? <p className="text-muted-foreground text-sm">{label}</p> : null}
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}
