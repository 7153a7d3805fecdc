import { isEmailAddress, normalizeEmailAddress } from '../text/email-address.ts'

export type CsvField = 'email_address' | 'first_name' | 'last_name' | 'tags' | 'created_at' | 'state'

/** The columns of exports of Mailchimp, Kit, Substack, beehiiv, Ghost, MailerLite and of hand-made lists; letters only. */
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
    // A person whom somebody else added has the second of the two alone.
    'confirmtime',
    'optintime',
    'joined',
    'dateregistered',
    'registrationdate',
    'datesubscribed',
    'addedtime',
  ],
  state: [
    'state',
    'status',
    'subscriberstatus',
    'memberstatus',
    'subscriptionstatus',
    'subscribedtoemails',
    'emaildisabled',
    'emailblacklisted',
    'unsubscribed',
    'optedout',
    'acceptsemailmarketing',
  ],
}

/** True when the first row names columns rather than a person. */
export function looksLikeHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (first.some(isAddress)) return false
  return first.some((cell) => fieldNamed(cell) !== undefined) || others.some((row) => row.some(isAddress))
}

/**
 * What each column probably holds, undefined where nothing fits. No field is given twice: the earlier name in its list wins
 * (`first_name` before `name`), then the earlier column. Without a name, the column with the most addresses is the address.
 */
export function suggestMapping(
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
): (CsvField | undefined)[] {
  const width = Math.max(header?.length ?? 0, ...rows.map((row) => row.length), 0)
  const mapping: (CsvField | undefined)[] = Array(width).fill(undefined)
  for (const [field, names] of Object.entries(NAMES) as [CsvField, readonly string[]][]) {
    const ranks = (header ?? []).map((cell) => names.indexOf(letters(cell)))
    const best = ranks.reduce(
      (found, rank, at) => (rank !== -1 && (found === -1 || rank < (ranks[found] ?? 0)) ? at : found),
      -1,
    )
    if (best !== -1 && mapping[best] === undefined) mapping[best] = field
  }
  const named = mapping.indexOf('email_address')
  const counts = mapping.map((_field, at) => rows.filter((row) => isAddress(row[at] ?? '')).length)
  const most = counts.indexOf(Math.max(...counts, 0))
  // A column that is called "email" and holds none (Substack's flags, for one) gives way to one that does.
  if ((counts[most] ?? 0) > 0 && (named === -1 || counts[named] === 0)) {
    if (named !== -1) mapping[named] = undefined
    mapping[most] = 'email_address'
  }
  return mapping
}

function fieldNamed(cell: string): CsvField | undefined {
  const name = letters(cell)
  return (Object.keys(NAMES) as CsvField[]).find((field) => NAMES[field].includes(name))
}

function letters(cell: string): string {
  return cell
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

function isAddress(cell: string): boolean {
  return isEmailAddress(normalizeEmailAddress(cell))
}
