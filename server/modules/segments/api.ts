import { list, route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { deleteSegmentWithUndo, undeleteSegment } from './deletion.ts'
import {
  Segment,
  SegmentChange,
  SegmentCount,
  SegmentDetail,
  SegmentInput,
  SegmentPreview,
  SegmentSizes,
} from './schema.ts'
import { changeSegment, countSegment, createSegment, getSegment, listSegments, previewSegment } from './service.ts'
import { getSegmentSizes } from './sizes.ts'

export const segmentsApi = [
  list('GET /segments', listSegments, {
    summary: 'List segments',
    description: 'Use their ids in the filter of a broadcast. For the conditions of a segment, read it.',
    as: 'segments',
    of: Segment,
  }),
  route('POST /segments', createSegment, {
    summary: 'Create a segment',
    description: 'A saved filter. Subscribers who match its `definition` are in it, from each use to the next.',
    status: 201,
    as: 'segment',
    of: SegmentDetail,
    body: SegmentInput,
  }),
  route('POST /segments/preview', previewSegment, {
    scope: 'read',
    summary: 'Preview a segment',
    description: 'Counts who would be in a segment with this definition, and shows the newest. It stores nothing.',
    as: 'preview',
    of: SegmentPreview,
    body: SegmentInput.pick({ definition: true }),
  }),
  route('GET /segments/:id', getSegment, {
    summary: 'Read a segment',
    description: 'With its definition.',
    as: 'segment',
    of: SegmentDetail,
  }),
  route('PUT /segments/:id', changeSegment, {
    summary: 'Change a segment',
    description: 'Changes only the properties in the body. A new definition replaces the whole old one.',
    as: 'segment',
    of: SegmentDetail,
    body: SegmentChange,
    subject: getSegment,
  }),
  route('DELETE /segments/:id', deleteSegmentWithUndo, {
    summary: 'Delete a segment',
    description: 'Scheduled broadcasts that use it will not be sent.',
  }),
  route('GET /segments/:id/size', countSegment, {
    summary: 'Count a segment',
    description: 'Evaluates the segment now.',
    as: 'size',
    of: SegmentCount,
  }),
  route('GET /segments/:id/sizes', getSegmentSizes, {
    summary: 'Read the size history of a segment',
    description: 'One size a day for up to 366 days, oldest first. A day on which it could not be counted is missing.',
    of: SegmentSizes,
  }),
  undoOfDeletion('segments', 'a segment', undeleteSegment),
]
