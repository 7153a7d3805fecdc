import { member, router, verb } from '../../trpc/init.ts'
import { listReadings } from './file/readings.ts'
import { createImport } from './file/upload.ts'
import { analyzeImport, setFormat } from './mapping/analysis.ts'
import { checkImport } from './mapping/sample-check.ts'
import { getPreview, listPreviewRows, previewImport, resumePreview, stopPreview } from './preview/preview.ts'
import { PreviewInput, PreviewRowFilter } from './preview-schema.ts'
import { getImport, getImportProgress, listImports } from './records.ts'
import { listProblems } from './results.ts'
import { FormatInput, ImportFilter, ImportId, MappingInput, NewImport, ProblemFilter, StartInput } from './schema.ts'
import { deleteImport, resumeImport, setColumns, startImport, stopImport } from './service.ts'
import { requestUndo, stopUndo } from './undo/undo.ts'

export const importsRouter = router({
  list: member('viewer').input(ImportFilter).query(verb(listImports)),
  get: member('viewer').input(ImportId).query(verb(getImport)),
  progress: member('viewer').input(ImportId).query(verb(getImportProgress)),
  readings: member('viewer').input(ImportId).query(verb(listReadings)),
  problems: member('viewer').input(ProblemFilter).query(verb(listProblems)),
  create: member('editor').input(NewImport).mutation(verb(createImport)),
  analyze: member('editor').input(ImportId).mutation(verb(analyzeImport)),
  setFormat: member('editor').input(FormatInput).mutation(verb(setFormat)),
  setColumns: member('editor').input(MappingInput).mutation(verb(setColumns)),
  check: member('editor').input(MappingInput).query(verb(checkImport)),
  preview: member('editor').input(PreviewInput).mutation(verb(previewImport)),
  previewProgress: member('viewer').input(ImportId).query(verb(getPreview)),
  previewRows: member('viewer').input(PreviewRowFilter).query(verb(listPreviewRows)),
  stopPreview: member('editor').input(ImportId).mutation(verb(stopPreview)),
  resumePreview: member('editor').input(ImportId).mutation(verb(resumePreview)),
  start: member('editor').input(StartInput).mutation(verb(startImport)),
  stop: member('editor').input(ImportId).mutation(verb(stopImport)),
  resume: member('editor').input(ImportId).mutation(verb(resumeImport)),
  undo: member('editor').input(ImportId).mutation(verb(requestUndo)),
  stopUndo: member('editor').input(ImportId).mutation(verb(stopUndo)),
  remove: member('editor').input(ImportId).mutation(verb(deleteImport)),
})
