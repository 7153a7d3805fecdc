import { rootLogger } from '../../../core/log.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { createReportParser, type ReportParser } from '../../../mail/reports/parser.ts'

/** Returns the parser of this process. Its thread starts with the first large set of reports and ends with the process. */
export const reportParser = (): ReportParser =>
  processSingleton('report parser', () =>
    createReportParser({
      onFailure: (error) =>
        rootLogger().error({ err: error }, 'a received report cannot be parsed and is kept as unmatched'),
    }),
  )
