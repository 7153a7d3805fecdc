import { AuthHeading } from '@/components/auth/auth-heading'

/** Shown on a new instance to visitors without the link printed at its start. */
export const NoAccountYet = () => (
  <AuthHeading title="No account exists yet">
    Envoi printed a link in the terminal when it started, or in its log. Open that link to create the first account,
    which administers this instance.
  </AuthHeading>
)
