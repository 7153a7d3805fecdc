/** Error texts that forms show at a field. */
export const WRONG_CREDENTIALS = 'Wrong email or password'

export const WRONG_PASSWORD = 'Wrong current password'

export const ADDRESS_TAKEN = 'This address already has an account. Sign in instead'
