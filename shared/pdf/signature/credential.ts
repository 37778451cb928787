/** Key and certificate as PEM, or both in a PKCS#12 file. */
export type Credential =
  | { readonly kind: 'pem'; readonly certificate: string; readonly chain?: readonly string[]; readonly privateKey: string }
  | { readonly kind: 'pkcs12'; readonly bytes: Uint8Array; readonly password: string }
