// The import law of ARCHITECTURE.md. Each rule is named after what would go wrong without it.
const inside = (...folders) => `^(${folders.join('|')})/`
const notAllowed = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    notAllowed(
      'no-cycles',
      'A cycle means that two files are one.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    notAllowed(
      'domain-is-pure',
      'The domain runs in browsers, in replay and in the offline verifier: it imports only itself and pure libraries.',
      { path: inside('shared/domain') },
      { pathNot: [inside('shared/domain'), 'node_modules/(zod|libphonenumber-js|json-logic-js|papaparse|@noble/hashes)/'] },
    ),
    notAllowed(
      'contract-knows-the-domain-only',
      'The contract is what server and web agree on.',
      { path: inside('shared/contract') },
      { pathNot: [inside('shared/contract', 'shared/domain'), 'node_modules/zod/'] },
    ),
    notAllowed(
      'isomorphic-pdf',
      'Geometry, layout and appearance are what browser and stamper share.',
      { path: inside('shared/pdf/geometry', 'shared/pdf/text-layout', 'shared/pdf/appearance') },
      {
        pathNot: [
          inside('shared/pdf/geometry', 'shared/pdf/text-layout', 'shared/pdf/appearance', 'shared/pdf/fonts', 'shared/domain'),
          'node_modules/bidi-js/',
        ],
      },
    ),
    notAllowed(
      'platform-knows-no-aggregate',
      'Codecs and deciders are handed to the platform.',
      { path: inside('shared/platform') },
      {
        path: inside(
          'shared/domain/(?!kernel/)[^/]+',
          'shared/contract',
          'shared/pdf',
          'command-api',
          'projections',
          'processes',
          'web',
          'cli',
        ),
      },
    ),
    notAllowed(
      'projections-read',
      'Read models know the domain and the platform.',
      { path: inside('projections') },
      { path: inside('shared/pdf', 'command-api', 'processes', 'web', 'cli') },
    ),
    notAllowed(
      'processes-act',
      'Processes know domain, contract, pdf, platform and the queries of projections.',
      { path: inside('processes') },
      { path: inside('command-api', 'web', 'cli') },
    ),
    notAllowed(
      'api-answers',
      'The API knows all of shared and the queries of projections.',
      { path: inside('command-api') },
      { path: inside('processes', 'web', 'cli') },
    ),
    notAllowed(
      'web-sees-no-server',
      'What the browser imports, everybody can read: domain, contract and the isomorphic half of pdf.',
      { path: inside('web') },
      {
        path: [
          inside(
            'shared/platform',
            'shared/pdf/(?!geometry/|text-layout/|appearance/|fonts/|verification/)[^/]+',
            'command-api',
            'projections',
            'processes',
            'cli',
          ),
          '^(node:|fs$|path$|crypto$)',
        ],
      },
    ),
    notAllowed(
      'cli-is-the-root',
      'Only tests and the program itself reach into the composition root.',
      { pathNot: [inside('cli', 'tests')] },
      { path: inside('cli') },
    ),
    notAllowed(
      'client-stands-alone',
      'Programs elsewhere use the client, without the rest of Paraph and without any package.',
      { path: inside('packages/client/src') },
      { pathNot: inside('packages/client/src') },
    ),
    notAllowed(
      'features-are-neighbours',
      "A feature is entered by its door, never by its neighbour's insides.",
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/([^/]+)/.+', pathNot: ['^web/features/$1/', '^web/features/[^/]+/index\\.tsx?$'] },
    ),
    notAllowed(
      'doors-of-shared',
      "A folder's index is its door.",
      { path: '^(shared/(?:domain|platform|pdf)|projections|processes)/([^/]+)/' },
      {
        path: '^(shared/(?:domain|platform|pdf)|projections|processes)/([^/]+)/.+',
        pathNot: ['^$1/$2/', '^(shared/(?:domain|platform|pdf)|projections|processes)/[^/]+/index\\.ts$'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['[.](css|woff2|svg|json)', '^web/dist/'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
