import iconv from 'iconv-lite'
import type { CsvEncoding } from './encodings.ts'

// A few names are too short for statistics. Each word must belong to a language that uses the encoding.

/** The characters of a language beyond A to Z, and combinations that its words lack where another language has the same bytes. */
interface Language {
  alphabet: string
  unusual?: RegExp
  /** Endings that each word must have, because other languages have characters for the same bytes. */
  usual?: RegExp
}

/** `unusual`: combinations that are usual for "ę", "ő" and "ś", which have the same bytes. */
const NORDIC = { alphabet: 'æøåäöéü', unusual: /iæ$|ø[ei](?!$)/ }
const FRENCH = {
  alphabet: 'àâçéèêëîïôœùûü',
  unusual:
    /^È(?!v)|uè|^Ï|ç(?![aouâàôû]|$)|(?<![aoeiu])ë$|î(?![tnlmrs]|$)|(?<![aoeudmscrfgbtp])û|êc|œ(?![diu]|tit)|^Œ(?![diu])/,
}
/** Includes "Nº" and "Mª", in words as short as these. */
const SPANISH = { alphabet: 'áéíñóúüçàèòïºª', unusual: /..[ºª]|[ºª].|^È|^Ï|ç(?![aouàòóú]|$)|uè|ò[^bcdglmnprstv]|òa/ }
const PORTUGUESE = { alphabet: 'áâãàçéêíóôúõü', unusual: /ç(?![aouâãáõóú])|õ(?![ei])|^Õ|êc/ }
const ITALIAN = { alphabet: 'àèìéòóù', unusual: /^[ÀÈÌÒÙ]|uè|[àèìòù](?!$|')/ }
const ESTONIAN = { alphabet: 'äöüõ', unusual: /õ(?![ei])|^Õ(?![eiun])/ }
const WESTERN = [
  NORDIC,
  { alphabet: 'äöüßé' },
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  ESTONIAN,
  { alphabet: 'ëïéèöüóá', unusual: FRENCH.unusual },
]
const CENTRAL = ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ', 'äöüß'].map(
  (alphabet) => ({
    alphabet,
  }),
)
const VOWEL = '[aeıioöuüâîû]'
const TURKISH = {
  alphabet: 'çğıöşüâîûi̇',
  unusual: new RegExp(`ı$|^Ğ|(?<!${VOWEL})ğ|au|io|iu|ou|oi|zû|(?<!${VOWEL})y(?!${VOWEL})`, 'i'),
}
const ICELANDIC = { alphabet: 'áðéíóúýþæö' }
const BALTIC = [{ alphabet: 'āčēģīķļņšūž' }, { alphabet: 'ąčęėįšųūž' }] as const
const [LATVIAN, LITHUANIAN] = BALTIC
/** Endings of names and places. Words without one are Baltic only if no other language has their characters. */
const BALTIC_ENDINGS: readonly Language[] = [
  {
    ...LATVIAN,
    usual:
      /[āēīū](?:[bdfgjklmnprstv]{1,2}i?|dam|kab|rik|teri|terson|tol|ziņ)s$|(?:[iī]ņ[aš]|[īū][gdtv]a|ā[jrn]a|[īū]n[ae]|[īū]lija|īte|ītis|zekne)$|[āēīū]rmala$/,
  },
  {
    ...LITHUANIAN,
    usual: /(?:(?:ien|ait|yt|[uū]t|il|gn)ė|(?:ūn|vin|isk|ausk|lov|uol)as|vičius|ęstutis|žina|ūta|ušra)$/,
  },
]

/** In order of preference. */
const LANGUAGES: readonly { encoding: CsvEncoding; languages: readonly Language[] }[] = [
  { encoding: 'windows-1257', languages: BALTIC_ENDINGS },
  { encoding: 'windows-1252', languages: WESTERN },
  { encoding: 'windows-1254', languages: [TURKISH, ...WESTERN] },
  { encoding: 'windows-1250', languages: CENTRAL },
  { encoding: 'windows-1252', languages: [ICELANDIC, ...WESTERN] },
  { encoding: 'iso-8859-2', languages: CENTRAL },
  { encoding: 'windows-1257', languages: BALTIC },
  { encoding: 'iso-8859-15', languages: WESTERN },
  { encoding: 'macintosh', languages: WESTERN },
  { encoding: 'ibm850', languages: WESTERN },
]

const JAPANESE = '田山子郎藤佐木井本村中川島沢高橋渡辺太一美名前'
/** The most frequent characters in names. */
const FREQUENT: readonly { encoding: CsvEncoding; characters: string }[] = [
  { encoding: 'shift_jis', characters: JAPANESE },
  { encoding: 'euc-jp', characters: JAPANESE },
  { encoding: 'gb18030', characters: '王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗小明伟华姓名' },
  { encoding: 'big5', characters: '王李張劉陳楊黃趙吳周徐孫馬朱胡林郭何高羅小明偉華姓名' },
  { encoding: 'euc-kr', characters: '김이박최정강조윤장임한오서신권황안송전홍' },
]

/** Guesses the encoding of a few words. Undefined if no known language matches. */
export function guessByWords(bytes: Buffer, { is_mac }: { is_mac: boolean }): CsvEncoding | undefined {
  const first = is_mac ? LANGUAGES.filter(({ encoding }) => encoding === 'macintosh') : []
  const latin = best([...first, ...LANGUAGES], ({ encoding, languages }) =>
    wordScore(iconv.decode(bytes, encoding), languages),
  )
  return (
    latin ??
    best(FREQUENT, ({ encoding, characters }) => {
      const text = iconv.decode(bytes, encoding)
      return text.includes('\ufffd') ? 0 : Array.from(text).filter((sign) => characters.includes(sign)).length
    }) ??
    (HALF_WIDTH.test(iconv.decode(bytes, 'shift_jis')) ? 'shift_jis' : undefined)
  )
}

/** Kana, at least one with a voicing mark. The same bytes are capitals in Cyrillic. */
const HALF_WIDTH = /^(?=[\0-\uffff]*[ﾞﾟ])(?:[ｶ-ﾄﾊ-ﾎ]ﾞ|[ﾊ-ﾎ]ﾟ|[ｦ-ﾝ]|[\0-\x7f])*$/

/** Returns the encoding with the highest score above zero, and of equal ones the first. */
function best<Candidate extends { encoding: CsvEncoding }>(
  candidates: readonly Candidate[],
  scoreOf: (candidate: Candidate) => number,
): CsvEncoding | undefined {
  let [found, highest]: [CsvEncoding | undefined, number] = [undefined, 0]
  for (const candidate of candidates) {
    const score = scoreOf(candidate)
    if (score > highest) [found, highest] = [candidate.encoding, score]
  }
  return found
}

/** Counts the non-ASCII words that fit the languages, minus the others. */
function wordScore(text: string, languages: readonly Language[]): number {
  let score = 0
  for (const part of text.split(/[^A-Za-z\u0080-\uffff]+/)) {
    const word = part.replace(/^[“„‘‚«¿¡€]{1,4}/, '').replace(/[”“’»…€®™°]{1,4}$/, '')
    if (part.length < 2 || word === '' || !/[\u0080-\uffff]/.test(part)) continue
    score += word.split(/[’–—]/).every((name) => languages.some((language) => isWord(name, language))) ? 1 : -1
  }
  return score
}

function isWord(word: string, { alphabet, unusual, usual }: Language): boolean {
  // Only the first character is a capital, or all are.
  if (/\p{Lu}/u.test(word.slice(1)) && /\p{Ll}/u.test(word)) return false
  const lower = word.toLowerCase()
  if (unusual?.test(/\p{Ll}/u.test(word) ? word : word.charAt(0) + lower.slice(1))) return false
  if (usual && !usual.test(lower)) return false
  const beyond = lower.replace(/[a-z]/g, '')
  // Most characters of such words are ASCII, and none is doubled.
  if (/([\u0080-\uffff])\1/.test(lower) || (lower.length > 2 && beyond.length > lower.length * MAX_BEYOND)) return false
  return Array.from(beyond).every((sign) => alphabet.includes(sign))
}

const MAX_BEYOND = 0.67
