import type { z } from 'zod'
import { isInRange, type NumberRange } from '@/components/number-text'
import type { FormChange, FormDetail } from '@/server/modules/forms/settings-schema.ts'
import { OPEN_AFTER_PERCENT, OPEN_AFTER_SECONDS, SHOWS_AGAIN_DAYS } from '@/server/modules/forms/values-schema.ts'

export type DesignValues = z.input<typeof FormChange>

/** Parts of the settings, shown as tabs of the form's page. */
export const SECTIONS = ['content', 'fields', 'behavior', 'after'] as const
export type Section = (typeof SECTIONS)[number]

/** Tab of each setting. All others are on the Content tab. */
const SECTION_OF: Readonly<Record<string, Section>> = {
  fields: 'fields',
  consents: 'fields',
  consent_text: 'fields',
  opens_on: 'behavior',
  open_after_seconds: 'behavior',
  open_after_percent: 'behavior',
  shows_again: 'behavior',
  shows_again_days: 'behavior',
  shown_on: 'behavior',
  hidden_on: 'behavior',
  confirmation: 'after',
  file_email: 'after',
  tag_ids: 'after',
  sequence_ids: 'after',
}

/** Returns the tab with an invalid field: the open one if possible, else the first. */
export function sectionToCorrect(
  { settings = {}, ...others }: { settings?: object | undefined; [name: string]: unknown },
  open: Section,
): Section {
  const found = new Set(Object.keys(settings).map((name) => SECTION_OF[name] ?? 'content'))
  if ('name' in others || 'format' in others) found.add('content')
  if ('double_opt_in' in others) found.add('after')
  return found.has(open) ? open : (SECTIONS.find((section) => found.has(section)) ?? open)
}

/** Returns the values to save. Hidden fields keep their stored values, so no one has to correct a field they cannot see. */
export function askedValues(values: DesignValues, form: Pick<FormDetail, 'settings' | 'file'>): DesignValues {
  const { settings, double_opt_in, format } = values
  const is_over_page = format !== null && format !== 'inline'
  const { confirmation, file_email } = form.settings
  const { version_b } = settings
  return {
    ...values,
    settings: {
      ...settings,
      ...opening(settings, form.settings, is_over_page),
      shows_again_days: shownNumber(settings.shows_again_days, {
        is_shown: is_over_page && settings.shows_again === 'days',
        stored: form.settings.shows_again_days,
        range: SHOWS_AGAIN_DAYS,
      }),
      ...(!double_opt_in && { confirmation }),
      ...(!form.file && { file_email }),
      version_b: version_b && {
        ...version_b,
        ...opening(version_b, form.settings.version_b ?? form.settings, is_over_page),
      },
    },
  }
}

type Opening = Pick<DesignValues['settings'], 'opens_on' | 'open_after_seconds' | 'open_after_percent'>
type StoredOpening = Pick<FormDetail['settings'], 'open_after_seconds' | 'open_after_percent'>

const opening = (entries: Opening, storedOpening: StoredOpening, is_over_page: boolean) => ({
  open_after_seconds: shownNumber(entries.open_after_seconds, {
    is_shown: is_over_page && entries.opens_on === 'time',
    stored: storedOpening.open_after_seconds,
    range: OPEN_AFTER_SECONDS,
  }),
  open_after_percent: shownNumber(entries.open_after_percent, {
    is_shown: is_over_page && entries.opens_on === 'scroll',
    stored: storedOpening.open_after_percent,
    range: OPEN_AFTER_PERCENT,
  }),
})

const shownNumber = (
  given: number | undefined,
  { is_shown, stored, range }: { is_shown: boolean; stored: number; range: NumberRange },
): number | undefined => (is_shown || given === undefined || isInRange(given, range) ? given : stored)
