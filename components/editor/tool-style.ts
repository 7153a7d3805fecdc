export const toolStyle =
  'inline-grid h-8 min-w-8 place-items-center rounded-md px-1.5 text-muted-foreground transition-colors hover:bg-accent hover:text-foreground disabled:pointer-events-none disabled:opacity-40 aria-pressed:bg-primary-soft aria-pressed:text-primary-ink [&_svg]:size-4'
