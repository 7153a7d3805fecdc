export const toolStyle =
  'inline-grid h-8 min-w-8 place-items-center rounded-md px-1.5 text-muted-foreground transition-colors hover:bg-accent hover:text-foreground disabled:pointer-events-none disabled:opacity-40 aria-pressed:bg-primary-soft aria-pressed:text-primary-ink [&_svg]:size-4'

/** The button at the end of a single-line input. */
export const insertFieldStyle =
  'absolute top-1 inset-e-1 grid size-7.5 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground max-md:top-1.5 max-md:size-8 [&_svg]:size-4'

/** The label of a tool with an icon, if it fits into one toolbar row. */
export const toolLabelStyle = '@max-[50rem]:hidden'
