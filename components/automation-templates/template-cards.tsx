'use client'

import { useState } from 'react'
import { AppLogo } from '@/components/apps/app-logo'
import { Button } from '@/components/ui/button'
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
            className="grid grid-rows-[auto_1fr_auto] gap-4 rounded-2xl border border-border bg-card p-5"
          >
            <TemplatePicture picture={template.picture} className="h-40 w-full rounded-xl bg-muted p-3" />
            <div className="grid content-start gap-2">
              <Heading className="font-semibold tracking-tight [overflow-wrap:anywhere]">{template.name}</Heading>
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
            <Button
              variant="outline"
              onClick={() => setOpenTemplate(template)}
              aria-label={`View template ${template.name}`}
            >
              View template
            </Button>
          </li>
        ))}
      </ul>
      {openTemplate ? <AdoptDialog offered={openTemplate} onClose={() => setOpenTemplate(undefined)} /> : null}
    </>
  )
}
