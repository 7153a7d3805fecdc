import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole } from '@/components/role'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { TemplateDetail, TemplatePreviewInput } from '@/server/modules/templates/editor-schema.ts'
import { TemplateMenu, useDuplicate } from '../template-menu'
import { TemplatePreviewPane } from './template-preview'

/** The form of the fields, which the button submits. */
export const FORM_ID = 'template'

interface EditorPageProps {
  template: TemplateDetail
  /** The name during editing. */
  name: string
  is_changed: boolean
  saving: boolean
  /** Input of the preview. Null while the fields have errors. */
  previewInput: TemplatePreviewInput | null
  children: ReactNode
}

/** A template's page, with its fields beside a sample email. Templates are saved by a button, because scheduled emails use them. */
export function EditorPage({ template, name, is_changed, saving, previewInput, children }: EditorPageProps) {
  const router = useRouter()
  const duplicate = useDuplicate()
  const is_built_in = template.kind === 'built_in'
  return (
    <Page width="wide" className="max-w-7xl">
      <PageHeader
        back={{ href: '/templates', label: 'Templates' }}
        title={name || 'Template'}
        badge={template.is_default ? <Badge tone="success">Default</Badge> : undefined}
        description={is_built_in ? 'Built in' : is_changed ? 'Unsaved changes' : 'Saved'}
        actions={
          <IfRole atLeast="editor">
            <TemplateMenu template={template} onDeleted={() => router.push('/templates')} />
            {is_built_in ? (
              <Button pending={duplicate.isPending} onClick={() => duplicate.start({ id: template.id })}>
                Customize a copy
              </Button>
            ) : (
              <Button type="submit" form={FORM_ID} disabled={!is_changed} pending={saving}>
                Save
              </Button>
            )}
          </IfRole>
        }
      />
      {is_built_in ? (
        <Alert tone="info" title="This layout stays as it is. Customize a copy to change fonts, colors and more." />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">{children}</div>
        <TemplatePreviewPane shown={previewInput} />
      </div>
    </Page>
  )
}
