import { useDeferredValue } from 'react'
import { HtmlFrame } from '@/components/html-frame'
import type { FormLook } from '@/server/lib/page/form-style.ts'
import type { SignUpForm } from '@/server/lib/page/sign-up-form.ts'
import type { Form } from '@/server/modules/forms/schema.ts'
import { previewPage } from './preview-page'

interface PreviewProps {
  kind: NonNullable<Form['format']> | 'hosted'
  account_name: string
  form: SignUpForm
  look: FormLook
}

/** A preview with the public form's markup. */
export function Preview(props: PreviewProps) {
  const html = useDeferredValue(previewPage(props))
  return (
    <div className="grid gap-2">
      <HtmlFrame title="Preview" html={html} className="h-[min(44rem,78vh)] max-lg:h-128" />
      <p className="text-center text-muted-foreground text-sm">
        {props.kind === 'hosted' ? 'Landing page' : 'On a page of your site'}
      </p>
    </div>
  )
}
