import { isEmailAddress, normalizeEmailAddress } from '../text/email-address.ts'

export type CsvField = 'email_address' | 'first_name' | 'last_name' | 'tags' | 'created_at'

/** Column names in exports of Mailchimp, Kit, Substack, beehiiv, Ghost and MailerLite and in manual lists, a to z only. */
const NAMES: Readonly<Record<CsvField, readonly string[]>> = {
  email_address: [
    'email',
    'emailaddress',
    'mail',
    'emails',
    'subscriber',
    'subscriberemail',
    'contactemail',
    'eposta',
    'adresseemail',
    'correo',
  ],
  first_name: [
    'firstname',
    'givenname',
    'forename',
    'fname',
    'vorname',
    'prenom',
    'nombre',
    'fornavn',
    'name',
    'fullname',
  ],
  last_name: ['lastname', 'surname', 'familyname', 'lname', 'nachname', 'nom', 'apellido', 'etternavn'],
  tags: ['tags', 'tag', 'labels', 'label', 'groups', 'group'],
  created_at: [
    'createdat',
    'created',
    'createddate',
    'datecreated',
    'creationdate',
    'subscribedat',
    'subscribed',
    'subscribedate',
    'subscriptiondate',
    'signupdate',
    'signedupat',
    'dateadded',
    'addedat',
    'startdate',
    // A subscriber whom someone else added only has the second of the two.
    'confirmtime',
    'optintime',
    'joined',
    'dateregistered',
    'registrationdate',
    'datesubscribed',
    'addedtime',
  ],
}

/** Returns whether the first row names columns instead of a subscriber. */
export function looksLikeHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (first.some(isAddress)) return false
  return first.some((cell) => fieldNamed(cell) !== undefined) || others.some((row) => row.some(isAddress))
}

/**
 * Guesses what each column contains, of what `accepts` allows for its position; undefined if nothing matches. Each field is used once: the earlier name in its list wins
 * (`first_name` before `name`), then the earlier column. Without a name, the column with the most addresses is the address.
 */
export function suggestMapping(
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
  accepts: Partial<Record<CsvField, (at: number) => boolean>> = {},
): (CsvField | undefined)[] {
  const width = Math.max(header?.length ?? 0, ...rows.map((row) => row.length), 0)
  const mapping: (CsvField | undefined)[] = Array(width).fill(undefined)
  for (const [field, names] of Object.entries(NAMES) as [CsvField, readonly string[]][]) {
    const ranks = (header ?? []).map((cell, at) => {
      const rank = names.indexOf(plainName(cell))
      return rank === -1 || accepts[field]?.(at) === false ? -1 : rank
    })
    const best = ranks.reduce(
      (found, rank, at) => (rank !== -1 && (found === -1 || rank < (ranks[found] ?? 0)) ? at : found),
      -1,
    )
    if (best !== -1 && mapping[best] === undefined) mapping[best] = field
  }
  const named = mapping.indexOf('email_address')
  const counts = mapping.map((_field, at) => rows.filter((row) => isAddress(row[at] ?? '')).length)
  const most = counts.indexOf(Math.max(...counts, 0))
  // A column called "email" without addresses (such as Substack's flags) gives way to one with addresses.
  if ((counts[most] ?? 0) > 0 && (named === -1 || counts[named] === 0)) {
    if (named !== -1) mapping[named] = undefined
    mapping[most] = 'email_address'
  }
  return mapping
}

function fieldNamed(cell: string): CsvField | undefined {
  const name = plainName(cell)
  return (Object.keys(NAMES) as CsvField[]).find((field) => NAMES[field].includes(name))
}

function plainName(cell: string): string {
  return cell
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

function isAddress(cell: string): boolean {
  return isEmailAddress(normalizeEmailAddress(cell))
}
