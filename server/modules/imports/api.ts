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

const write = { scope: 'files:write', names_fields: true, subject: getImport } as const
const one = { as: 'import', of: Import } as const
const preview = { as: 'preview', of: ImportPreview.nullable() } as const
const inState = { 409: 'Its state does not allow this' }

export const importsApi = [
  list('GET /imports', listImportPages, {
    summary: 'List imports',
    description: 'Newest first.',
    as: 'imports',
    of: ImportSummary,
  }),
  route('POST /imports', addFile, {
    scope: 'files:write',
    names_fields: true,
    ...one,
    summary: 'Upload a file for an import',
    description:
      'A CSV file as `file` of `multipart/form-data` with at most 10 MB, or its `url`, from which it is copied with at most 50 MB. For up to 300 MB, send `filename` and `byte_size` alone, then its pieces. Nothing is imported until it is started.',
    status: 201,
    body: FileInput,
    form_file: 'file',
  }),
  route('GET /imports/:id', getImport, {
    ...one,
    summary: 'Read an import',
    description:
      'With its progress, its columns and the first rows of the file. `failed` with an `error` if it is no table.',
  }),
  route('DELETE /imports/:id', deleteImport, {
    ...write,
    summary: 'Delete an import',
    description: 'With its file and result. Its subscribers stay.',
    errors: inState,
  }),
  route('POST /imports/:id/pieces', addPiece, {
    ...write,
    summary: 'Upload a piece of a file',
    description:
      'The `piece` of `multipart/form-data` begins at byte `offset` and has 2 MB, the last one the rest. A piece can be sent again.',
    of: ReceivedBytes,
    body: PieceInput,
    form_file: 'piece',
    errors: { 409: 'The file is complete, or an earlier piece is missing' },
  }),
  route('POST /imports/:id/analyze', analyzeImport, {
    ...write,
    ...one,
    summary: 'Analyze an uploaded file',
    description: 'After the last piece: detects the format and suggests what the columns are.',
    errors: { 409: 'Pieces are missing' },
  }),
  route('PUT /imports/:id/format', setFormat, {
    ...write,
    ...one,
    summary: 'Correct the format of a file',
    description: 'Reads the file again and suggests its columns again. Properties that are absent stay.',
    body: FormatInput.omit({ id: true }),
    errors: inState,
  }),
  route('PUT /imports/:id/columns', setColumns, {
    ...write,
    ...one,
    summary: 'Map the columns of a file',
    description: 'One target for each column of the file, in its order.',
    body: MappingInput.omit({ id: true }),
    errors: inState,
  }),
  route('POST /imports/:id/check', checkImport, {
    scope: 'read',
    role: 'editor',
    names_fields: true,
    subject: getImport,
    summary: 'Check columns of a file',
    description: 'What these columns would do with the beginning of the file. It stores nothing.',
    as: 'check',
    of: ImportCheck,
    body: MappingInput.omit({ id: true }),
  }),
  route('POST /imports/:id/preview', previewImport, {
    ...write,
    ...preview,
    summary: 'Preview an import',
    description:
      'Counts what an import with these options would do with the whole file. Ask for it until it is `completed`.',
    status: 202,
    body: PreviewOptions,
    errors: inState,
  }),
  route('GET /imports/:id/preview', getPreview, {
    ...preview,
    summary: 'Read the preview of an import',
    description: 'Null without one, and after the columns changed.',
  }),
  list('GET /imports/:id/preview/rows', listPreviewPages, {
    summary: 'List rows of a preview',
    description:
      'The first rows that would change a subscriber, are invalid, or lose a value, in the order of the file.',
    as: 'rows',
    of: PreviewRow,
    query: PreviewRowQuery,
    subject: getImport,
  }),
  route('POST /imports/:id/preview/stop', stopPreview, {
    ...write,
    ...preview,
    summary: 'Stop a preview',
    description: 'Its counts stay.',
  }),
  route('POST /imports/:id/preview/resume', resumePreview, {
    ...write,
    ...preview,
    summary: 'Resume a stopped preview',
    description: 'After the last counted row.',
    errors: inState,
  }),
  route('POST /imports/:id/start', startImport, {
    ...write,
    ...one,
    summary: 'Start an import',
    description:
      '422 while `questions` of its preview are open. `dry_run` and `expected_recipients` need a completed preview with the same options, and count subscribers who would be created or changed.',
    status: 202,
    body: ImportOptions.extend(ReachInput.shape).superRefine(requireTexts),
    reaches: true,
    errors: inState,
  }),
  route('POST /imports/:id/stop', stopImport, {
    ...write,
    ...one,
    summary: 'Stop an import',
    description: 'Imported rows stay, and it can be resumed.',
    errors: inState,
  }),
  route('POST /imports/:id/resume', resumeImport, {
    ...write,
    ...one,
    summary: 'Resume a stopped import',
    description: 'After the last imported row.',
    status: 202,
    errors: inState,
  }),
  list('GET /imports/:id/rows', listRows, {
    summary: 'List the results of an import',
    description: 'Each row of the file with its result, for 90 days.',
    as: 'rows',
    of: ImportRow,
    query: ImportRowFilter,
    subject: getImport,
  }),
  route('POST /imports/:id/undo', requestUndo, {
    ...write,
    ...one,
    summary: 'Undo an import',
    description:
      'Within 7 days: removes subscribers whom it created and restores those whom it changed. Resumes a stopped undo. `dry_run` and `expected_recipients` count both.',
    status: 202,
    body: ReachInput,
    reaches: true,
    errors: { 409: 'It runs, is undone, or is too old' },
  }),
  route('POST /imports/:id/undo/stop', stopUndo, {
    ...write,
    ...one,
    summary: 'Stop the undo of an import',
    description: 'Undone rows stay undone.',
  }),
]
