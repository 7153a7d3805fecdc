import { formLook, sectionFormStyle } from '@/server/lib/page/form-style.ts'
import type { LandingContext } from '@/server/lib/page/landing/context.ts'
import { PLAIN_STYLE } from '@/server/lib/page/landing/plain-style.ts'
import { type SignUpForm, signUpFormHtml } from '@/server/lib/page/sign-up-form.ts'
import type { PublicStyle } from '@/server/lib/page/theme.ts'

interface Given extends Pick<LandingContext, 'account_name' | 'pictures' | 'links'> {
  /** Null: the account has no style. */
  style: PublicStyle | null
  form: Omit<SignUpForm, 'action'>
  color: Parameters<typeof formLook>[0]
}

/** Returns everything besides the sections that the dashboard needs to show a landing page. */
export function landingContext({ style, form, color, ...given }: Given): LandingContext {
  const look = formLook(color, style)
  return {
    ...given,
    style: look.style ?? { ...PLAIN_STYLE, accent_color: look.accent_color },
    form: { html: signUpFormHtml({ ...form, action: '' }), style: sectionFormStyle(look.accent_color) },
    is_draft: true,
  }
}
