import { isEmailAddress, normalizeEmailAddress } from '../text/email-address.ts'

export type CsvField = 'email_address' | 'first_name' | 'last_name' | 'tags' | 'created_at'

const words = (list: string): string[] => list.split(' ').map(plainName)

/** Column names in exports of other services and in manual lists, as `plainName` writes them. */
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
    ...words(
      'emailadresse mailadresse emailadres epost epostadress epostadresse correoelectronico indirizzoemail courriel adresemail メールアドレス',
    ),
  ],
  first_name: [
    'firstname',
    'givenname',
    'forename',
    'fname',
    'vorname',
    'prenom',
    ...words('voornaam primeironome fornamn imie krestnijmeno etunimi keresztnev utonev prenume'),
    'nombre',
    'fornavn',
    ...words('nome jmeno meno ime имя імя ονομα 名 이름'),
    'name',
    'fullname',
    ...words('nomcomplet nombrecompleto nomecompleto naam namn navn nimi nev adı isim 名前 お名前 氏名 姓名 성명'),
    ...words('contactname subscribername customername buyername displayname yourname'),
  ],
  last_name: [
    ...words('lastname surname familyname lname nachname nom apellido etternavn'),
    ...words(
      'familienname nomdefamille apellidos cognome sobrenome apelido achternaam nazwisko prijmeni priezvisko prezime',
    ),
    ...words('efternamn efternavn sukunimi vezeteknev soyad soyadı фамилия прізвище επωνυμο 姓 성'),
  ],
  tags: [
    'tags',
    'tag',
    'labels',
    'label',
    'groups',
    'group',
    ...words('etiquetas etiquettes etichette etykiety теги タグ'),
  ],
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
    // A subscriber added by someone else has only the second of the two times.
    'confirmtime',
    'optintime',
    'joined',
    'dateregistered',
    'registrationdate',
    'datesubscribed',
    'addedtime',
    ...words(
      'signup signuptime signupat signedup datejoined joindate joinedat joinedon subscribersince membersince registered registeredat',
    ),
    ...words(
      'registriert registriertam anmeldedatum angemeldetam erstelltam dateinscription datedinscription datedecreation',
    ),
    ...words(
      'fechadealta fechasuscripcion fechadesuscripcion fechaderegistro dataiscrizione datadiiscrizione datainscricao',
    ),
    ...words(
      'datadeinscricao datadecadastro ingeschrevenop aangemeldop datazapisu datadodania 登録日 登録日時 датаподписки датарегистрации',
    ),
  ],
}

/** Returns whether the first row names columns instead of a subscriber. */
export function looksLikeHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (first.some(isAddress)) return false
  return first.some((cell) => fieldNamed(cell) !== undefined) || others.some((row) => row.some(isAddress))
}

const MAX_TITLE_ROWS = 8

/**
 * Returns the number of rows above the column names: a title, a date, blank rows, or names of column groups. They have fewer cells than the
 * names, no address and no known name.
 */
export function titleRows(rows: readonly (readonly string[])[]): number {
  const cells_by_row = rows.slice(0, MAX_TITLE_ROWS + 1).map((row) => row.filter((cell) => cell.trim() !== ''))
  const at = cells_by_row.findIndex((cells) => cells.some((cell) => fieldNamed(cell) === 'email_address'))
  const names = cells_by_row[at]
  if (!names || names.some(isAddress)) return 0
  const isTitle = (cells: readonly string[]) =>
    (cells.length < 2 || cells.length < names.length) && !cells.some((cell) => isAddress(cell) || fieldNamed(cell))
  return cells_by_row.slice(0, at).every(isTitle) ? at : 0
}

/**
 * Guesses the content of each column, limited to what `accepts` allows for its position; undefined if nothing matches. Each field is used once:
 * the earlier name in its list wins (`first_name` before `name`), then the earlier column. Without a name, the column with the most addresses
 * becomes the address.
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
  // A column called "email" without addresses (such as Substack's flags) loses to one with addresses.
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

/** Returns a column name in lower case, without accents, spaces, digits and punctuation. */
export function plainName(cell: string): string {
  return cell
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
}

function isAddress(cell: string): boolean {
  return isEmailAddress(normalizeEmailAddress(cell))
}
