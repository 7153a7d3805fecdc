'use client'

import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

/** What leads on from a long page: always in view, below what scrolls. */
export function ActionBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cn('sticky bottom-0 z-1 flex items-center gap-3 border-border border-t bg-background py-3', className)}
    >
      {children}
    </div>
  )
}

/** Saves a form, once something of it is not saved. */
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
