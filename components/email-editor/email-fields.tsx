'use client'

import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { SaveState } from './autosave'
import { ContentEditor } from './content-editor'

interface EmailFieldsProps {
  /** Changes when another email is opened. */
  emailKey: string | number
  email: { subject: string | null; preview_text: string | null; content: string | null }
  editable: boolean
  onChange: (change: { subject?: string; preview_text?: string; content?: string }) => void
}

/** Subject, preview text and content of an email. */
export function EmailFields({ emailKey, email, editable, onChange }: EmailFieldsProps) {
  const [subject, setSubject] = useState(email.subject ?? '')
  const [content, setContent] = useState(email.content ?? '')
  const write = (html: string) => {
    setContent(html)
    onChange({ content: html })
  }
  return (
    <div className="grid min-w-0 gap-5">
      <Field label="Subject" aside={<Count text={subject} good={60} />}>
        <Input
          value={subject}
          maxLength={998}
          placeholder="Your subject line"
          onChange={(event) => {
            setSubject(event.target.value)
            onChange({ subject: event.target.value })
          }}
        />
      </Field>
      <PreviewText initial={email.preview_text ?? ''} onChange={(preview_text) => onChange({ preview_text })} />
      <ContentEditor label="Content" content={content} contentKey={emailKey} onChange={write} editable={editable} />
    </div>
  )
}

function PreviewText({ initial, onChange }: { initial: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(initial)
  return (
    <Field
      label="Preview text"
      optional
      description="Shown after the subject in most inboxes."
      aside={<Count text={text} good={110} />}
    >
      <Input
        value={text}
        maxLength={998}
        onChange={(event) => {
          setText(event.target.value)
          onChange(event.target.value)
        }}
      />
    </Field>
  )
}

/** Counts characters up to where inboxes cut the text off. */
function Count({ text, good }: { text: string; good: number }) {
  return (
    <span className={text.length > good ? 'figures text-warning-ink' : 'figures text-muted-foreground'}>
      {text.length}
      {text.length > good ? `, may be cut off after ${good}` : ''}
    </span>
  )
}

export function SaveNote({ state, problem }: { state: SaveState; problem?: string }) {
  if (state === 'failed') {
    return (
      <span role="alert" className="text-destructive-ink">
        Not saved: {problem}
      </span>
    )
  }
  return <span aria-live="polite">{state === 'saved' ? 'Saved' : 'Saving…'}</span>
}
