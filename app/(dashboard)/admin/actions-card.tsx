import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DividedList } from '@/components/divided-list'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { ReasonDialog } from './ask-reason'
import type { REASON_FORMS } from './reason-form'

interface Question {
  title: string
  description: string
  /** Says who can read the reason. Undefined: no reason is required. */
  hint?: string
  label?: string
  rule?: keyof typeof REASON_FORMS
  confirmLabel: string
  onConfirm: (reason: string) => unknown
}

interface DialogProps {
  open: boolean
  onClose: () => void
}

export interface AdminAction {
  key: string
  title: ReactNode
  text: ReactNode
  /** Label of the button, and its accessible name if that is longer. */
  verb: string
  ariaLabel?: string
  isHidden?: boolean
  /** The confirmation: a standard dialog, or a custom one. */
  question: Question | ((dialog: DialogProps) => ReactNode)
}

interface ActionsCardProps {
  title?: string
  description: string
  actions: readonly AdminAction[]
  /** Puts a button below its text if there is no room beside it. */
  wraps?: boolean
}

/** An administrator's actions, each with a confirmation. */
export function ActionsCard({ title = 'Actions', description, actions, wraps }: ActionsCardProps) {
  const [openAction, setOpenAction] = useState<string>()
  return (
    <SectionCard title={title} description={description}>
      <DividedList
        rows={actions.filter(({ isHidden }) => !isHidden)}
        rowId={({ key }) => key}
        className={wraps ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : 'flex items-center gap-4'}
      >
        {({ key, title, text, verb, ariaLabel, question }) => (
          <>
            <div className={wraps ? 'grid min-w-48 flex-1 gap-0.5' : 'grid min-w-0 flex-1 gap-0.5 wrap-anywhere'}>
              <span className="flex flex-wrap items-center gap-2 font-medium">{title}</span>
              <span className="text-muted-foreground">{text}</span>
            </div>
            <Button
              variant="outline"
              size="sm"
              aria-label={ariaLabel}
              aria-haspopup={'hint' in question ? undefined : 'dialog'}
              onClick={() => setOpenAction(key)}
            >
              {verb}
            </Button>
          </>
        )}
      </DividedList>
      {/* Dialogs of hidden actions stay mounted, to close after they succeed. */}
      {actions.map(({ key, question }) => (
        <QuestionDialog
          key={key}
          question={question}
          open={openAction === key}
          onClose={() => setOpenAction(undefined)}
        />
      ))}
    </SectionCard>
  )
}

function QuestionDialog({ question, ...dialog }: DialogProps & Pick<AdminAction, 'question'>) {
  if (typeof question === 'function') return question(dialog)
  const { hint, confirmLabel, onConfirm, ...texts } = question
  return hint ? (
    <ReasonDialog {...dialog} {...texts} hint={hint} submitLabel={confirmLabel} onSubmit={onConfirm} />
  ) : (
    <ConfirmDialog
      title={texts.title}
      description={texts.description}
      confirmLabel={confirmLabel}
      onConfirm={() => onConfirm('')}
      open={dialog.open}
      onClose={dialog.onClose}
    />
  )
}
