// A night, findings and a finding in plain words for a terminal.
import type { FindingRow } from '#shared/domain/finding.ts'
import type { NightDocument, NightRun } from '#shared/protocol/shapes.ts'
import { counted } from '#main/cli/terminal.ts'

/** All nights of a job, then where they are shown. */
export function runReport({ others = [], ...first }: NightRun): string {
  if (others.length === 0) return nightReport(first)
  const nights = [first, ...others].map(({ night, findings }) => nightReport({ night, findings, inbox: null }))
  return [...nights, ...(first.inbox === null ? [] : [`Inbox: ${first.inbox}\n`])].join('\n')
}

export function nightReport({ night, findings, inbox }: NightDocument): string {
  const shown = findings.filter(finding => finding.shown)
  const more = findings.length - shown.length
  return [
    `${night.app} ${night.build}: ${counted(night.steps, 'step')}, ${counted(night.screens, 'screen')} (${night.new_screens} new) on ${night.devices.join(', ')}, ended by ${night.ended_by ?? 'nothing yet'}`,
    '',
    shown.length === 0
      ? 'Nothing held up.'
      : `${counted(shown.length, 'finding')}, ${shown.length > 1 ? 'new and ' : ''}worst first:`,
    ...shown.flatMap((finding, index) => ['', ...findingLines(finding, `${index + 1}.`)]),
    '',
    ...(more > 0 ? [`Also confirmed: ${more} (nocturne findings --all)`] : []),
    ...(night.not_reproduced > 0 ? [`${counted(night.not_reproduced, 'candidate')} did not reproduce.`] : []),
    ...night.missions.flatMap(mission => (mission.why === null ? [] : [`Left out: ${mission.card}. ${mission.why}`])),
    ...(inbox === null ? [] : ['', `Inbox: ${inbox}`]),
    '',
  ].join('\n')
}

export function findingLines(finding: FindingRow, mark = '-'): readonly string[] {
  const flow = finding.flow === null ? 'no flow' : `flow ${finding.flow_result.replace('_', ' ')}`
  const indent = ' '.repeat(mark.length + 1)
  return [
    `${mark} ${finding.title}`,
    `${indent}${finding.check.replaceAll('_', ' ')} · ${finding.severity} · ${finding.screen} · reproduced ${finding.reproduced} · ${flow}`,
    `${indent}${finding.id} · ${finding.status.replace('_', ' ')} · seen ${counted(finding.seen_count, 'night')} · builds ${finding.builds.join(', ')}`,
  ]
}

export function findingReport(finding: FindingRow): string {
  return [
    ...findingLines(finding),
    '',
    'Steps:',
    ...finding.steps.map((step, index) => `  ${index + 1}. ${step}`),
    '',
    `Why we believe it: ${finding.why}`,
    `Why it is not noise: ${finding.why_not_noise}`,
    ...(finding.flow === null ? [] : [`Flow: ${finding.flow}`]),
    ...(finding.log === null ? [] : [`Log: ${finding.log}`]),
    ...finding.pictures.map(picture => `Picture: ${picture}`),
    '',
  ].join('\n')
}
