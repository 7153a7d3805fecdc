import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { findLocale } from '../../../core/locale/locales.ts'
import { write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { AccountSettings } from '../settings-schema.ts'

const FIELDS = {
  name: true,
  time_zone: true,
  language: true,
  postal_address: true,
  open_tracking_enabled: true,
  click_tracking_enabled: true,
  undo_seconds: true,
  automation_trace_days: true,
  announces_views: true,
} as const

export function getSettings(ctx: Ctx): Promise<AccountSettings> {
  return ctx.db.account.findFirstOrThrow({ select: FIELDS })
}

/** Saves settings; absent ones stay unchanged. Throws invalid for a language without texts. */
export async function saveSettings(ctx: Ctx, settings: Partial<AccountSettings>): Promise<AccountSettings> {
  const { language, name } = settings
  if (language !== undefined && !findLocale(language)) throw invalid(t`Language must be one from the list`)
  await write(ctx, async (tx) => {
    // A new account's profile has its name, and keeps having it until someone writes another.
    if (name !== undefined)
      await tx.sql.run(
        'update creator_profile p set name = $2 from account a where a.id = $1 and p.account_id = $1 and p.name = a.name',
        [name],
      )
    await tx.db.account.updateMany({ data: settings })
  })
  return getSettings(ctx)
}

/** Hides the setup steps on the home page, for all members. */
export async function hideSetup(ctx: Ctx): Promise<void> {
  await ctx.db.account.updateMany({ data: { is_setup_hidden: true } })
}
