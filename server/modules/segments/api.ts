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

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'write', credential: 'any' } as const

export const segmentsApi = [
  list(
    'GET /segments',
    {
      ...read,
      summary: 'List segments',
      description: 'Use their ids in the filter of a broadcast. For the conditions of a segment, read it.',
      as: 'segments',
      of: Segment,
    },
    listSegments,
  ),
  route(
    'POST /segments',
    {
      ...write,
      summary: 'Create a segment',
      description: 'A saved filter. Subscribers who match its `definition` are in it, from each use to the next.',
      status: 201,
      as: 'segment',
      of: SegmentDetail,
      body: SegmentInput,
    },
    createSegment,
  ),
  route(
    'POST /segments/preview',
    {
      ...read,
      summary: 'Preview a segment',
      description: 'Counts who would be in a segment with this definition, and shows the newest. It stores nothing.',
      as: 'preview',
      of: SegmentPreview,
      body: SegmentInput.pick({ definition: true }),
    },
    previewSegment,
  ),
  route(
    'GET /segments/:id',
    {
      ...read,
      summary: 'Read a segment',
      description: 'With its definition.',
      as: 'segment',
      of: SegmentDetail,
    },
    getSegment,
  ),
  route(
    'PUT /segments/:id',
    {
      ...write,
      summary: 'Change a segment',
      description: 'Changes only the properties in the body. A new definition replaces the whole old one.',
      as: 'segment',
      of: SegmentDetail,
      body: SegmentChange,
      subject: getSegment,
    },
    changeSegment,
  ),
  route(
    'DELETE /segments/:id',
    {
      ...write,
      summary: 'Delete a segment',
      description: 'Scheduled broadcasts that use it will not be sent.',
    },
    deleteSegmentWithUndo,
  ),
  route(
    'GET /segments/:id/size',
    {
      ...read,
      summary: 'Count a segment',
      description: 'Evaluates the segment now.',
      as: 'size',
      of: SegmentCount,
    },
    countSegment,
  ),
  route(
    'GET /segments/:id/sizes',
    {
      ...read,
      summary: 'Read the size history of a segment',
      description:
        'One size a day for up to 366 days, oldest first. A day on which it could not be counted is missing.',
      of: SegmentSizes,
    },
    getSegmentSizes,
  ),
  undoOfDeletion('segments', 'a segment', undeleteSegment),
]
