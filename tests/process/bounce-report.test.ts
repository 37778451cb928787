import { expect, test } from 'vitest'
import { readReport } from '#cli/bounce'

const DSN = `From: MAILER-DAEMON@mx.example.com
Subject: Undelivered Mail Returned to Sender
Message-ID: <dsn-1@mx.example.com>
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; anna@example.com
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp; 552 5.2.2 The mailbox
    is full

--b
Content-Type: text/rfc822-headers

Message-ID: <request-1@paraph>
Subject: Please sign

--b--
`

test('a delivery report names the mails it may speak of and why the last one failed', () => {
  const report = readReport(DSN)
  expect(report).toEqual({
    failed: true,
    detail: '552 5.2.2 The mailbox is full',
    messageIds: ['<dsn-1@mx.example.com>', '<request-1@paraph>'],
  })
})

test('a delay and an answer are no failure; a server that sends no report still is', () => {
  expect(readReport(DSN.replace('Action: failed', 'Action: delayed')).failed).toBe(false)
  expect(readReport('From: anna@example.com\nIn-Reply-To: <request-1@paraph>\n\nI am away').failed).toBe(false)
  expect(readReport('Return-Path: <>\n\nHi. This is the mail program.\n\nMessage-ID: <request-1@paraph>\n')).toEqual({
    failed: true,
    detail: 'The mail came back.',
    messageIds: ['<request-1@paraph>'],
  })
  expect(readReport('').messageIds).toEqual([])
})
