export { type Mail, type Mailer, type MailOptions, type MailOutcome, openMailer } from './mailer.ts'
export { type MailState, mailMigrations, type OutboxPage, type OutboxRow } from './outbox.ts'
export { smtpTransport } from './smtp.ts'
export { type Address, type Attachment, OVERNIGHT, Refused, type Transport, Undelivered, type WireMail } from './transport.ts'
