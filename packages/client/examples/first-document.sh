#!/bin/sh
# Your first signed document, with curl. Needs PARAPH_URL, KEY and SECRET.
set -eu
ask() { method=$1 path=$2; shift 2; curl -sS --fail-with-body --retry 5 -u "$KEY:$SECRET" -X "$method" -H "idempotency-key: $(new)" "$@" "$PARAPH_URL$path"; }
new() { cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen | tr 'A-Z' 'a-z'; }
member() { grep -o "\"$1\":\"\\{0,1\\}[^\",}]*" | head -n 1 | sed 's/^"[^"]*":"\{0,1\}//'; }
json='content-type: application/json'

upload=$(ask GET '/app/get_document_upload_url?filename=lease.pdf&size=1')
key=$(echo "$upload" | member document_pack_key)
ask PUT "$(echo "$upload" | member url)" -H 'content-type: application/pdf' --data-binary @lease.pdf >answer.txt
ask POST "/app/document_upload_success/$(echo "$upload" | member redirect_document_key)" -H "$json" -d "{\"file_key\":\"$(echo "$upload" | member file_key)\"}" >answer.txt
while status=$(ask GET "/app/documents/$key" | member status_detail); [ "$status" = converting ] || [ "$status" = uploading ]; do sleep 1; done
document=$(ask GET "/app/documents/$key" | member selected_document)

signer=$(new)
signatory="{\"uuid\":\"$signer\",\"role\":\"Tenant\",\"name\":\"Ada Lovelace\",\"email\":\"${SIGNER:-ada@example.com}\"}"
ask POST "/app/documents/$key/update_document" -H "$json" -d "{\"data\":{\"signatories\":[$signatory],\"signing_order\":[[\"$signer\"]]}}" >answer.txt
field="{\"uuid\":\"$(new)\",\"document_key\":\"$document\",\"type\":\"signature\",\"page\":0,\"x\":72,\"y\":600,\"width\":160,\"height\":48,\"signatory_uuid\":\"$signer\"}"
ask POST "/app/documents/$key/add_update_data_field" -H "$json" -d "{\"data\":[$field]}" >answer.txt
revision=$(ask GET "/app/documents/$key/view" | member revision)
ask POST "/app/documents/$key/update_document?request_signatures_if_required=true" -H "$json" -d "{\"data\":{\"status\":\"awaiting_signatures\",\"revision\":$revision}}" >answer.txt

until ask GET "/app/feed?document_key=$key&types=document.sealed&wait=20&limit=1000" | grep -q '"type":"document.sealed"'; do sleep 1; done
ask GET "/app/serve/$(ask GET "/app/documents/$key" | member final_file_key)" >lease.signed.pdf
