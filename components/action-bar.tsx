import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

/** A page's actions, always in view on long pages. */
export function ActionBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-bar="bottom"
      className={cn('sticky bottom-0 z-1 flex items-center gap-3 border-border border-t bg-background py-3', className)}
    >
      {children}
    </div>
  )
}

/** Save and discard buttons, shown while the form has unsaved changes. */
export function SaveBar<Values extends FieldValues, Output>({
  form,
}: {
  form: UseFormReturn<Values, unknown, Output>
}) {
  const { isDirty, isSubmitting } = form.formState
  return (
    <ActionBar>
      <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
        Save changes
      </Button>
      {isDirty ? (
        <Button variant="ghost" onClick={() => form.reset()}>
          Discard
        </Button>
      ) : null}
    </ActionBar>
  )
}
