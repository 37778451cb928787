import { MOST, textRefusal } from '../bounds.ts'
import type { CommandOf } from '../commands.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { liveFields } from '../fields.ts'
import { refuse } from '../refuse.ts'
import type { Deciders } from './context.ts'
import { documentOf } from './find.ts'
import { ontoPages } from './onto-pages.ts'
import { removing } from './several-fields.ts'

export const decideDocuments: Deciders<
  | 'AddDocument'
  | 'RenameDocument'
  | 'RemoveDocument'
  | 'ReceiveFile'
  | 'RecordConversion'
  | 'RecordConversionFailure'
  | 'RetryConversion'
  | 'AnswerFormFields'
> = {
  AddDocument({ document, name }, state) {
    if (state.documents.some(({ key }) => key === document)) return []
    if (state.documents.length >= MOST.documents) return refuse('too-many', { slots: { most: MOST.documents } })
    return textRefusal(name, MOST.name) ?? [fact('DocumentAdded', { document, name, position: state.documents.length })]
  },

  RenameDocument({ document: key, name }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    if (document.name === name) return []
    return textRefusal(name, MOST.name) ?? [fact('DocumentRenamed', { document: key, name })]
  },

  RemoveDocument({ document: key }, state) {
    if (!state.documents.some((document) => document.key === key)) return []
    if (state.documents.length === 1) return refuse('last-document', { at: [key] })
    const fields = liveFields(state).filter(({ document }) => document === key)
    if (state.settings.fieldsLocked && fields.length > 0) return refuse('fields-locked')
    return [...removing(fields.map((field) => field.key)), fact('DocumentRemoved', { document: key })]
  },

  ReceiveFile({ document: key, file, digest, size, filename }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    const { conversion } = document
    if ('source' in conversion && conversion.source === file) return []
    return textRefusal(filename, MOST.name) ?? [fact('FileReceived', { document: key, file, digest, size, filename })]
  },

  RecordConversion(command, state) {
    const { do: _, pages, found, ...converted } = command
    const document = documentOf(state, command.document)
    if ('refused' in document) return document
    // Another upload since, or the answer that came first, makes this one stale.
    if (document.conversion.state !== 'converting' || document.conversion.source !== command.source) return []
    // A replacement may have fewer or smaller pages.
    const moved = ontoPages(
      liveFields(state).filter((field) => field.document === command.document),
      pages,
    )
    return [fact('DocumentConverted', { ...converted, pages: [...pages] }), ...foundIn(command), ...moved]
  },

  RecordConversionFailure({ document: key, source, reason }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    if (document.conversion.state !== 'converting' || document.conversion.source !== source) return []
    return [fact('ConversionFailed', { document: key, source, reason })]
  },

  RetryConversion({ document: key }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    const { conversion } = document
    if (conversion.state === 'waiting') return refuse('not-uploaded')
    return conversion.state === 'failed' ? [fact('ConversionRetried', { document: key, source: conversion.source })] : []
  },

  AnswerFormFields({ document: key, taken, cleared }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    const { conversion, found } = document
    // The first answer stands; the fields it placed can be removed like any other.
    if (conversion.state !== 'converted' || found.formFields === null || found.answered !== null) return []
    // What is removed from the pages has to come back as fields.
    if (cleared && state.settings.fieldsLocked) return refuse('fields-locked')
    // Other pages have come since these were made.
    if (cleared && cleared.from !== conversion.file) return refuse('revision-changed')
    const { source } = conversion
    return [
      ...(cleared ? [fact('PrintedValuesRemoved', { document: key, source, ...cleared })] : []),
      fact('FormFieldsAnswered', { document: key, source, taken }),
    ]
  },
}

function foundIn({ document, source, found }: CommandOf<'RecordConversion'>): readonly PackFact[] {
  if (!found) return []
  const { formFields, signatures, papers, claims = [] } = found
  return [
    ...(formFields ? [fact('FormFieldsFound', { document, source, ...formFields })] : []),
    ...(signatures > 0 ? [fact('EarlierSignaturesFound', { document, source, count: signatures })] : []),
    ...(papers === null ? [] : [fact('PortfolioFound', { document, source, papers })]),
    ...(claims.length > 0 ? [fact('ClaimsFound', { document, source, claims: [...claims] })] : []),
  ]
}
