// The inbox's list: every finding stands in exactly one view, under one heading, and none is lost.
import { describe, expect, it } from 'vitest'
import { findingId } from '#shared/domain/ids.ts'
import type { FindingStatus } from '#shared/domain/finding.ts'
import type { Inbox, InboxRow } from '#shared/protocol/shapes.ts'
import { findingsOf, listOf, neighbourOf, sectionsOf } from '#renderer/inbox/groups.ts'

function row(id: string, status: FindingStatus, shown = true): InboxRow {
  return {
    id: findingId(id),
    check: 'crash',
    label: 'Crash',
    severity: 'high',
    title: id,
    screen: 'Shelf',
    reproduced: '2/2',
    status,
    shown,
    seen: 'new in 57',
    app: 'dev.example.larder',
    last_seen: '2026-11-30T02:00:00Z',
    until: null,
    picture: null,
  }
}

const rows = [
  row('a', 'new'),
  row('b', 'regressed'),
  row('c', 'seen'),
  row('d', 'new', false),
  row('e', 'snoozed'),
  row('f', 'declined'),
  row('g', 'accepted'),
  row('h', 'gone'),
  row('i', 'duplicate'),
]
const inbox: Inbox = {
  rows,
  counts: { fresh: 2, open: 3, also_confirmed: 1, snoozed: 1, declined: 1, accepted: 1 },
  last_night: null,
}

describe('the list of the inbox', () => {
  it('shows every finding once over its three views', () => {
    const all = (['open', 'snoozed', 'done'] as const).flatMap(view =>
      findingsOf(listOf(sectionsOf(inbox, view))).map(one => one.id),
    )
    expect(all.toSorted()).toEqual(rows.map(one => one.id))
  })

  it('heads the open ones with New, Still open and Also confirmed', () => {
    expect(sectionsOf(inbox, 'open').map(section => [section.name, section.rows.map(one => one.id)])).toEqual([
      ['New', ['a', 'b']],
      ['Still open', ['c']],
      ['Also confirmed', ['d']],
    ])
  })

  it('goes on to the next finding when one is done with, and back at the end', () => {
    expect(neighbourOf(rows, 'a')).toBe('b')
    expect(neighbourOf(rows, 'i')).toBe('h')
    expect(neighbourOf([row('a', 'new')], 'a')).toBe(null)
  })
})
