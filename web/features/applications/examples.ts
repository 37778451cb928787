/** As the guide to integrating shows them, with this installation's address. */
export const basicExample = (client = '$KEY', secret = '$SECRET') => `curl -u "${client}:${secret}" \\\n  ${location.origin}/app/documents`
export const bearerExample = () =>
  `TOKEN=$(curl -s -u "$KEY:$SECRET" \\\n  -d grant_type=client_credentials \\\n  ${location.origin}/app/oauth/token | jq -r .access_token)\ncurl -H "Authorization: Bearer $TOKEN" \\\n  ${location.origin}/app/documents`
