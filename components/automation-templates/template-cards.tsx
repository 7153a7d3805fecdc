import { useState } from 'react'
import { AppLogo } from '@/components/apps/app-logo'
import { onDemand } from '@/components/ui/on-demand'
import type { OfferedTemplate } from '@/server/modules/automation-templates/adoption-schema.ts'
import { TemplateLabels } from './template-labels'
import { TemplatePicture } from './template-picture'

const AdoptDialog = onDemand(async () => (await import('./adopt-dialog')).AdoptDialog)

interface TemplateCardsProps {
  templates: readonly OfferedTemplate[]
  /** Heading level below the page's or section's heading. */
  as: 'h2' | 'h3'
}

/** Templates that the account can adopt. */
export function TemplateCards({ templates, as: Heading }: TemplateCardsProps) {
  const [openTemplate, setOpenTemplate] = useState<OfferedTemplate>()
  return (
    <>
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {templates.map((template) => (
          <li
            key={template.template}
            className="relative grid content-start gap-4 rounded-2xl border border-border bg-card p-2 transition-shadow hover:shadow-md"
          >
            {/* Long automations fade out at the bottom, so all are drawn at the same scale. */}
            <div
              className="flex h-64 items-start justify-center overflow-hidden rounded-xl bg-muted px-2 pt-2"
              style={{ maskImage: 'linear-gradient(black 80%, transparent)' }}
            >
              <TemplatePicture picture={template.picture} scale={0.82} className="shrink-0" />
            </div>
            <div className="grid content-start gap-2 px-3 pb-3">
              <Heading className="font-semibold tracking-tight [overflow-wrap:anywhere]">
                <button
                  type="button"
                  className="text-start outline-none after:absolute after:inset-0 after:cursor-pointer after:rounded-2xl focus-visible:after:outline-2 focus-visible:after:outline-ring"
                  onClick={() => setOpenTemplate(template)}
                >
                  {template.name}
                </button>
              </Heading>
              {template.app ? (
                <p className="flex items-center gap-2 text-muted-foreground text-sm">
                  <AppLogo src={template.app.logo_url} className="size-5 rounded-md" /> {template.app.name}
                </p>
              ) : null}
              <p className="text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {template.description}
              </p>
              <TemplateLabels labels={template.labels} />
            </div>
          </li>
        ))}
      </ul>
      {openTemplate ? <AdoptDialog offered={openTemplate} onClose={() => setOpenTemplate(undefined)} /> : null}
    </>
  )
}
