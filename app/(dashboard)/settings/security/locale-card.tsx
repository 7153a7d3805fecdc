'use client'

import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'

interface LocaleCardProps {
  /** Empty: the browser's languages apply. */
  current: string
  locales: readonly { tag: string; name: string }[]
}

/** The user's language and format of numbers and dates. */
export function LocaleCard({ current, locales }: LocaleCardProps) {
  const [tag, setTag] = useState(current)
  const store = useAction(useTRPC().users.chooseLanguage)
  const [problem, setProblem] = useState<string>()
  const choose = async (next: string) => {
    setTag(next)
    setProblem(undefined)
    try {
      const answer = await fetch(`/api/locale?tag=${encodeURIComponent(next)}`, { method: 'POST' })
      if (!answer.ok) throw new Error('Couldn’t change the language. Try again.')
      await store.run({ language: next || null })
      location.reload()
    } catch (error) {
      setTag(current)
      setProblem(errorText(error))
    }
  }
  return (
    <SectionCard
      title="Language and region"
      description="For texts, numbers and dates here, in browsers where you signed in, and in emails about your account."
    >
      <Field label="Language" error={problem}>
        <SelectInput
          className="sm:max-w-sm"
          value={tag}
          onChange={(next) => void choose(next)}
          options={[
            { value: '', label: 'Same as your browser' },
            ...locales.map(({ tag, name }) => ({ value: tag, label: name })),
          ]}
        />
      </Field>
    </SectionCard>
  )
}
