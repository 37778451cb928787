import type { Figure } from './figures.ts'

/** The figures as lines of text, columns aligned. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, goal, met, yardstick, ratio, samples }) => [
    name,
    `${value} ${unit}`,
    goal ?? '',
    met === null ? '' : met ? 'met' : 'NOT MET',
    ratio === null ? '' : `${ratio} x`,
    yardstick === null ? '' : `${yardstick.what}: ${yardstick.value} ${yardstick.unit}`,
    String(samples),
  ])
  const all = [['figure', 'value', 'goal', '', 'ratio', 'yardstick', 'samples'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
