import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../src/monitoring/log.ts'
import { createAlarm, type SecurityEvent, securityEvents } from '../src/monitoring/security-events.ts'

function listening(secret = Buffer.alloc(32, 1)) {
  const counted: SecurityEvent[] = []
  const lines: Entry[] = []
  let at = 0
  const alarm = createAlarm({
    secret,
    now: () => new Date(at),
    count: event => void counted.push(event),
    writeLog: entry => void lines.push(entry),
  })
  return { alarm, counted, lines, wait: (ms: number) => (at += ms) }
}

test('an operator reads of every event what it means and what to do', async () => {
  const page = await readFile(new URL('../docs/production.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('## What looks like an attack')
  const rows = table.split('\n## ')[0]?.match(/^\| `(\w+)`/gm) ?? []
  expect(rows.map(row => row.slice(3, -1)).sort()).toEqual([...securityEvents].sort())
})

describe('who attacks a student', () => {
  test('is counted each time, and told once a minute', () => {
    const { alarm, counted, lines, wait } = listening()
    for (let time = 0; time < 5; time += 1) alarm('codeGuessing', 'MLI20260001')
    expect([counted.length, lines.length]).toEqual([5, 1])
    wait(60_000)
    alarm('codeGuessing', 'MLI20260001')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toEqual(lines[0])
  })

  test('is told by a name that only this installation could give, and the same for the same student', () => {
    const { alarm, lines } = listening()
    alarm('codeGuessing', 'MLI20260001')
    alarm('receiptGuessing', 'MLI20260001')
    alarm('codeGuessing', 'MLI20260002')
    const targets = lines.map(line => 'target' in line && line.target)
    expect(targets[0]).toBe(targets[1])
    expect(targets[2]).not.toBe(targets[0])
    expect(JSON.stringify(lines)).not.toContain('MLI')
    const elsewhere = listening(Buffer.alloc(32, 2))
    elsewhere.alarm('codeGuessing', 'MLI20260001')
    expect(elsewhere.lines).not.toContainEqual(lines[0])
  })

  test('of very many does not fill the memory', () => {
    const { alarm, lines } = listening()
    for (let index = 0; index < 10_002; index += 1) alarm('harvest', String(index))
    alarm('harvest', '0')
    alarm('harvest', '10001')
    expect(lines).toHaveLength(10_003)
  })
})
