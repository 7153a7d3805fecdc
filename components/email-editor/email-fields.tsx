import { type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { plainLiquid } from '@/components/liquid-parts'
import { Field } from '@/components/ui/field'
import { ContentEditor } from './content-editor'
import { LiquidInput } from './liquid-input'
import type { EmailText } from './on-screen'
import { useMergeTags } from './use-merge-tags'

interface EmailFieldsProps {
  /** Changes when another email is opened. */
  emailKey: string | number
  email: {
    subject: string | null
    preview_text: string | null
    content: string | null
    left_out?: readonly string[] | undefined
  }
  editable: boolean
  onChange: (change: { subject?: string; preview_text?: string; content?: string }) => void
  /** Receives a function that reads the displayed texts. */
  screen?: RefObject<(() => EmailText) | null> | undefined
}

/** Subject, preview text and content of an email. */
export function EmailFields({ emailKey, email, editable, onChange, screen }: EmailFieldsProps) {
  const [subject, setSubject] = useState(email.subject ?? '')
  const [preview_text, setPreviewText] = useState(email.preview_text ?? '')
  const [content, setContent] = useState(email.content ?? '')
  const contentOnScreen = useRef<() => string>(null)
  useImperativeHandle(
    screen,
    () => () => ({ subject, preview_text, content: contentOnScreen.current?.() ?? content }),
    [subject, preview_text, content],
  )
  const mergeTags = useMergeTags({ is_public: false })
  const write = (html: string) => {
    setContent(html)
    onChange({ content: html })
  }
  return (
    <div className="grid min-w-0 gap-5">
      <Field label="Subject" aside={<Count text={subject} good={60} />}>
        <LiquidInput
          label="Subject"
          value={subject}
          placeholder="Your subject line"
          mergeTags={mergeTags}
          editable={editable}
          onChange={(text) => {
            setSubject(text)
            onChange({ subject: text })
          }}
        />
      </Field>
      <Field
        label="Preview text"
        optional
        description="Shown after the subject in most inboxes."
        aside={<Count text={preview_text} good={110} />}
      >
        <LiquidInput
          label="Preview text"
          value={preview_text}
          mergeTags={mergeTags}
          editable={editable}
          onChange={(text) => {
            setPreviewText(text)
            onChange({ preview_text: text })
          }}
        />
      </Field>
      <ContentEditor
        label="Content"
        content={content}
        contentKey={emailKey}
        onChange={write}
        editable={editable}
        leftOut={email.left_out}
        screen={contentOnScreen}
      />
    </div>
  )
}

/** Counts the characters before inboxes truncate the text. A variable counts with its name. */
function Count({ text, good }: { text: string; good: number }) {
  const { length } = plainLiquid(text)
  return (
    <span className={length > good ? 'figures text-warning-ink' : 'figures text-muted-foreground'}>
      {length}
      {length > good ? `, may be cut off after ${good}` : ''}
    </span>
  )
}
