import { t } from '../../lib/locale/texts.ts'

/** Texts about a change of second factors. */
export interface ChangeTexts {
  subject: string
  /** Description of the change, one sentence. Its English version also goes into the security log. */
  what: string
  /** Advice in case the user did not make the change. */
  advice?: string
}

export const authenticatorAddedTexts = (): ChangeTexts => ({
  subject: t`An authenticator app was added`,
  what: t`An authenticator app was added for two-factor authentication.`,
})

export const authenticatorRemovedTexts = (): ChangeTexts => ({
  subject: t`Your authenticator app was removed`,
  what: t`The authenticator app was removed.`,
})

export const passkeyAddedTexts = ({ name }: { name: string }): ChangeTexts => ({
  subject: t`A passkey was added`,
  what: t`The passkey “${name}” was added.`,
})

export const passkeyRemovedTexts = ({ name }: { name: string }): ChangeTexts => ({
  subject: t`A passkey was removed`,
  what: t`The passkey “${name}” was removed.`,
})

export const codesReplacedTexts = (): ChangeTexts => ({
  subject: t`Your recovery codes were replaced`,
  what: t`Your recovery codes were replaced, and the old ones no longer work.`,
})

export const codeUsedTexts = ({ left }: { left: number }): ChangeTexts => ({
  subject: t`A recovery code was used`,
  what:
    left === 1
      ? t`A recovery code was used to sign in, and 1 is left.`
      : t`A recovery code was used to sign in, and ${left} are left.`,
})

export const factorsRemovedTexts = (): ChangeTexts => ({
  subject: t`Two-factor authentication was turned off`,
  what: t`An administrator removed your second factors, and you were signed out everywhere.`,
  advice: t`If you did not ask for this, change your password, set up two-factor authentication again and tell us.`,
})

export const usualAdvice = (): string =>
  t`If not, change your password now, remove what you don’t recognize, and end other sessions.`
