import { ReachInput } from '../../core/reach.ts'
import { list, route } from '../../rest/route.ts'
import { addFile, addPiece } from './file/whole-file.ts'
import { analyzeImport, setFormat } from './mapping/analysis.ts'
import { checkImport } from './mapping/sample-check.ts'
import { getPreview, listPreviewPages, previewImport, resumePreview, stopPreview } from './preview/preview.ts'
import { ImportCheck, ImportPreview, PreviewOptions, PreviewRow, PreviewRowQuery } from './preview-schema.ts'
import { getImport, listImportPages } from './records.ts'
import { listRows } from './results.ts'
import {
  FileInput,
  FormatInput,
  Import,
  ImportOptions,
  ImportRow,
  ImportRowFilter,
  ImportSummary,
  MappingInput,
  PieceInput,
  ReceivedBytes,
  requireTexts,
} from './schema.ts'
import { deleteImport, resumeImport, setColumns, startImport, stopImport } from './service.ts'
import { requestUndo, stopUndo } from './undo/undo.ts'

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'files:write', credential: 'any', names_fields: true, subject: getImport } as const
const one = { as: 'import', of: Import } as const
const preview = { as: 'preview', of: ImportPreview.nullable() } as const
const inState = { 409: 'Its state does not allow this' }

export const importsApi = [
  list(
    'GET /imports',
    { ...read, summary: 'List imports', description: 'Newest first.', as: 'imports', of: ImportSummary },
    listImportPages,
  ),
  route(
    'POST /imports',
    {
      scope: 'files:write',
      credential: 'any',
      names_fields: true,
      ...one,
      summary: 'Upload a file for an import',
      description:
        'A CSV file as `file` of `multipart/form-data` with at most 10 MB, or its `url`, from which it is copied with at most 50 MB. For up to 300 MB, send `filename` and `byte_size` alone, then its pieces. Nothing is imported until it is started.',
      status: 201,
      body: FileInput,
      form_file: 'file',
    },
    addFile,
  ),
  route(
    'GET /imports/:id',
    {
      ...read,
      ...one,
      summary: 'Read an import',
      description:
        'With its progress, its columns and the first rows of the file. `failed` with an `error` if it is no table.',
    },
    getImport,
  ),
  route(
    'DELETE /imports/:id',
    {
      ...write,
      summary: 'Delete an import',
      description: 'With its file and result. Its subscribers stay.',
      errors: inState,
    },
    deleteImport,
  ),
  route(
    'POST /imports/:id/pieces',
    {
      ...write,
      summary: 'Upload a piece of a file',
      description:
        'The `piece` of `multipart/form-data` begins at byte `offset` and has 2 MB, the last one the rest. A piece can be sent again.',
      of: ReceivedBytes,
      body: PieceInput,
      form_file: 'piece',
      errors: { 409: 'The file is complete, or an earlier piece is missing' },
    },
    addPiece,
  ),
  route(
    'POST /imports/:id/analyze',
    {
      ...write,
      ...one,
      summary: 'Analyze an uploaded file',
      description: 'After the last piece: detects the format and suggests what the columns are.',
      errors: { 409: 'Pieces are missing' },
    },
    analyzeImport,
  ),
  route(
    'PUT /imports/:id/format',
    {
      ...write,
      ...one,
      summary: 'Correct the format of a file',
      description: 'Reads the file again and suggests its columns again. Properties that are absent stay.',
      body: FormatInput.omit({ id: true }),
      errors: inState,
    },
    setFormat,
  ),
  route(
    'PUT /imports/:id/columns',
    {
      ...write,
      ...one,
      summary: 'Map the columns of a file',
      description: 'One target for each column of the file, in its order.',
      body: MappingInput.omit({ id: true }),
      errors: inState,
    },
    setColumns,
  ),
  route(
    'POST /imports/:id/check',
    {
      ...read,
      role: 'editor',
      names_fields: true,
      subject: getImport,
      summary: 'Check columns of a file',
      description: 'What these columns would do with the beginning of the file. It stores nothing.',
      as: 'check',
      of: ImportCheck,
      body: MappingInput.omit({ id: true }),
    },
    checkImport,
  ),
  route(
    'POST /imports/:id/preview',
    {
      ...write,
      ...preview,
      summary: 'Preview an import',
      description:
        'Counts what an import with these options would do with the whole file. Ask for it until it is `completed`.',
      status: 202,
      body: PreviewOptions,
      errors: inState,
    },
    previewImport,
  ),
  route(
    'GET /imports/:id/preview',
    {
      ...read,
      ...preview,
      summary: 'Read the preview of an import',
      description: 'Null without one, and after the columns changed.',
    },
    getPreview,
  ),
  list(
    'GET /imports/:id/preview/rows',
    {
      ...read,
      summary: 'List rows of a preview',
      description:
        'The first rows that would change a subscriber, are invalid, or lose a value, in the order of the file.',
      as: 'rows',
      of: PreviewRow,
      query: PreviewRowQuery,
      subject: getImport,
    },
    listPreviewPages,
  ),
  route(
    'POST /imports/:id/preview/stop',
    { ...write, ...preview, summary: 'Stop a preview', description: 'Its counts stay.' },
    stopPreview,
  ),
  route(
    'POST /imports/:id/preview/resume',
    {
      ...write,
      ...preview,
      summary: 'Resume a stopped preview',
      description: 'After the last counted row.',
      errors: inState,
    },
    resumePreview,
  ),
  route(
    'POST /imports/:id/start',
    {
      ...write,
      ...one,
      summary: 'Start an import',
      description:
        '422 while `questions` of its preview are open. `dry_run` and `expected_recipients` need a completed preview with the same options, and count subscribers who would be created or changed.',
      status: 202,
      body: ImportOptions.extend(ReachInput.shape).superRefine(requireTexts),
      reaches: true,
      errors: inState,
    },
    startImport,
  ),
  route(
    'POST /imports/:id/stop',
    {
      ...write,
      ...one,
      summary: 'Stop an import',
      description: 'Imported rows stay, and it can be resumed.',
      errors: inState,
    },
    stopImport,
  ),
  route(
    'POST /imports/:id/resume',
    {
      ...write,
      ...one,
      summary: 'Resume a stopped import',
      description: 'After the last imported row.',
      status: 202,
      errors: inState,
    },
    resumeImport,
  ),
  list(
    'GET /imports/:id/rows',
    {
      ...read,
      summary: 'List the results of an import',
      description: 'Each row of the file with its result, for 90 days.',
      as: 'rows',
      of: ImportRow,
      query: ImportRowFilter,
      subject: getImport,
    },
    listRows,
  ),
  route(
    'POST /imports/:id/undo',
    {
      ...write,
      ...one,
      summary: 'Undo an import',
      description:
        'Within 7 days: removes subscribers whom it created and restores those whom it changed. Resumes a stopped undo. `dry_run` and `expected_recipients` count both.',
      status: 202,
      body: ReachInput,
      reaches: true,
      errors: { 409: 'It runs, is undone, or is too old' },
    },
    requestUndo,
  ),
  route(
    'POST /imports/:id/undo/stop',
    { ...write, ...one, summary: 'Stop the undo of an import', description: 'Undone rows stay undone.' },
    stopUndo,
  ),
]
