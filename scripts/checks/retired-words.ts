// Words that this project does not use, their replacements, and the exceptions. docs/architecture.md has the glossary.

export interface RetiredWord {
  /** A regular expression. A space also matches a hyphen, and a line break in a comment. */
  word: string
  instead: string
}

/** Matched in any case, in text and in the parts of identifiers. */
export const RETIRED_WORDS: readonly RetiredWord[] = [
  { word: 'persons?|people', instead: 'subscriber, user, member or recipient' },
  { word: 'readers?', instead: 'subscriber or recipient; for code that parses: parser' },
  { word: 'somebody|some one', instead: 'someone, or who it is' },
  { word: 'everybody', instead: 'everyone, or who it is' },
  { word: 'nobody', instead: 'no one, or who it is' },
  { word: 'who(?:m|so)?ever', instead: 'anyone who, or who it is' },
  { word: 'letters?', instead: 'email; message for one delivery; character for one of the alphabet' },
  { word: 'mails', instead: 'emails' },
  { word: 'e-mails?', instead: 'email' },
  { word: 'mailings?', instead: 'broadcast or email' },
  { word: 'verdicts?', instead: 'result, outcome or decision' },
  { word: 'judg(?:e[sd]?|ing|ements?)', instead: 'classify, decide or check' },
  { word: 'placings?', instead: 'enrollment, or position' },
  { word: 'standings', instead: 'health or state' },
  { word: 'lanes?', instead: 'queue, or worker for one of many loops' },
  { word: 'nudg(?:e[sd]?|ing)', instead: 'job event, or notify' },
  { word: '(?:lay(?:s|ing)?|laid) down', instead: 'enqueue' },
  { word: 'look(?:s|ed|ing)? after', instead: 'requeue stalled, or maintain' },
  { word: 'sweep(?:s|er|ing)?|swept', instead: 'purge expired' },
  { word: 'tid(?:y|ies|ied|ying)', instead: 'purge expired, or clean' },
  { word: 'upkeep', instead: 'maintenance' },
  { word: 'log(?:s|ged|ging)?-?(?: )?in|log(?:s|ged|ging)?-?(?: )?out|logins?|logouts?', instead: 'sign in, sign out' },
  { word: 'heard|hears', instead: 'subscribed, or received' },
  { word: 'troubles?', instead: 'error, or transport error' },
  { word: 'editions?', instead: 'version, or content hash' },
  { word: 'machinery', instead: 'known export columns, or what it is' },
  { word: 'forecasts?', instead: 'prediction' },
  { word: 'take turns?|takes turns?|turn taking', instead: 'lock' },
  {
    word: '(?:hold|holds|holding|held) (?:a |an |the |its |their |that |no )?(?:row |advisory |file |shared )*locks?',
    instead: 'lock, acquire or keep a lock',
  },
  { word: 'locks? (?:is|are|was|were|that is|that are)? ?held', instead: 'lock is acquired, or locked' },
  { word: 'in order to', instead: 'to' },
  { word: 'so that', instead: 'so' },
  { word: 'of them', instead: 'nothing, or the noun' },
  { word: 'by (?:itself|themselves)', instead: 'automatically, or alone' },
  { word: 'at once', instead: 'immediately, or at the same time' },
  { word: 'anew', instead: 'again' },
  { word: 'meanwhile', instead: 'nothing, or during what' },
  { word: 'passed over|passes over|passing over', instead: 'skipped' },
  { word: 'go(?:es|ing)? on|went on|gone on', instead: 'continue' },
  { word: 'shall', instead: 'must, should or will' },
  { word: 'afterwards', instead: 'then, or after what' },
  { word: 'thereby|therefore|thereof|hence', instead: 'so' },
  { word: 'whereupon|wherein|whereby', instead: 'then, in which' },
  { word: 'present password', instead: 'current password' },
  { word: 'belong together', instead: 'match' },
  {
    word: 'neighbours?|colours?|behaviours?|favours?|honours?|personalised|recognised',
    instead: 'the American spelling',
  },
]

/** Regular expressions of names and phrases that keep a retired word everywhere. */
export const KEPT_NAMES: readonly { names: readonly string[]; why: string }[] = [
  {
    names: ['\\d people', '1 person', '\\} people', "'person' : 'people'", "'person', 'people'"],
    why: 'friendly copy says "people" for a crowd',
  },
  { names: ['noun="people"'], why: 'friendly copy: "1,912 people"' },
  {
    names: [
      'screen readers?',
      'FileReader',
      'getReader',
      'PeriodicExportingMetricReader',
      'LogOut',
      'lucide-log-out',
      'in person',
      'in_person',
    ],
    why: 'terms of the platform',
  },
  {
    names: ['letter-spacing', 'three-letter', 'letters?,? (?:and|or)? ?(?:a )?digits?'],
    why: 'letters of the alphabet',
  },
  { names: ['(?:March|April) letter', 'march-letter', 'Beta readers'], why: 'examples of the contract' },
  {
    names: ['nobody[@-][\\w$]*', '[\\w.]*@reader\\.example', 'people(?:\\.csv|%20-%20result)', 'E-Mail(?=[;,]| as)'],
    why: 'addresses and files of test users',
  },
  {
    names: ["['`#][a-z-]+/(?:sweep|tidy|look-after)[a-z-]*", 'people/[a-z-]+'],
    why: 'runs that wait in a database name their job by this ID',
  },
  {
    names: ['/login', '\\(auth\\)/login', 'AUTH LOGIN', "'LOGIN'", 'ROLE envoi LOGIN', 'prompt=login'],
    why: 'the address of the sign-in page, SMTP, SQL and OpenID Connect',
  },
  {
    names: ['(?:W|w)hat-?\\s?the-?\\s?database-?\\s?does-?\\s?by-?\\s?itself'],
    why: 'what runs without a statement that asks for it',
  },
  { names: ['delete_deliveries_of_mails'], why: 'a function of the database' },
]

/** Files or folders in which the words may stay. An empty list of words allows any word. */
export interface Allowance {
  where: readonly string[]
  words: readonly string[]
  why: string
}

export const ALLOWED: readonly Allowance[] = [
  {
    where: ['server/lib/page/landing/templates'],
    words: [],
    why: 'templates speak to visitors in the words of creators',
  },
  { where: ['server/core/telemetry/otel.ts'], words: ['readers'], why: 'a name of OpenTelemetry' },
  {
    where: [
      'server/core/events/table.ts',
      'server/modules/privacy/erase.ts',
      'server/modules/privacy/file-contents.test.ts',
      'server/modules/privacy/jobs.ts',
    ],
    words: ['person'],
    why: 'an event type that waiting rows may have',
  },
  {
    where: ['server/modules/privacy/subscriber-copy.ts', 'server/modules/privacy/privacy.test.ts'],
    words: ['mails'],
    why: 'a key of the file that a subscriber receives',
  },
  {
    where: ['server/jobs/engine/storage/migrations.ts'],
    words: ['so that', 'sweep', 'trouble', 'whoever'],
    why: 'applied migrations',
  },
  {
    where: [
      'server/modules/imports/states/consent-questions.ts',
      'server/modules/imports/states/headers.ts',
      'server/modules/imports/states/vocabulary.ts',
      'server/mail/absence/words.ts',
      'server/mail/html/links.test.ts',
      'server/lib/csv/read.test.ts',
    ],
    words: [],
    why: 'words of files and servers of others',
  },
  {
    where: ['server/modules/imports/states/headers.ts', 'server/modules/imports/states/vocabulary.ts'],
    words: ['mails'],
    why: 'words of other products and languages',
  },
  {
    where: ['server/modules/imports/states/vocabulary.ts', 'server/modules/imports/states/words.test.ts'],
    words: ['mailing'],
    why: 'words of other products and languages',
  },
  { where: ['server/mail/smtp/reply.ts'], words: ['person'], why: 'words of mail servers' },
  { where: ['server/modules/throttle/service.ts'], words: ['letter'], why: 'a key of stored counters' },
  { where: ['server/modules/apps/plugin-schema.ts'], words: ['letter'], why: 'letters of the alphabet' },
  { where: ['server/modules/plugins/settings.test.ts'], words: ['letters'], why: 'letters of the alphabet' },
  {
    where: ['server/testing/hostile/unreadable-files.ts'],
    words: ['people', 'log in'],
    why: 'files of other services',
  },
  {
    where: [
      'server/rest/official-client.test.ts',
      'server/modules/imports/mapping/known-exports.test.ts',
      'server/modules/apps/develop/plugins.test.ts',
      'server/lib/text/slug.test.ts',
    ],
    words: ['colour'],
    why: 'names that users choose',
  },
  { where: ['app/api/files/imports.test.ts'], words: ['nobody'], why: 'an invalid address of a test' },
  {
    where: ['server/auth/providers.ts', 'server/auth/auth.test.ts'],
    words: ['login'],
    why: 'a name of the GitHub API',
  },
  {
    where: ['server/lib/crypto/password-strength.ts', 'server/modules/apps/develop/develop.test.ts'],
    words: ['login'],
    why: 'words that passwords and names of apps must not contain',
  },
]
