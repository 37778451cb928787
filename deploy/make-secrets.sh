#!/bin/sh
# Makes what compose.yaml needs: passwords, the master key, a self-signed certificate for sealing. What is there stays as it is.
#   sh deploy/make-secrets.sh sign.example.com
set -eu
cd "$(dirname "$0")"
domain=${1:-localhost}
mkdir -p secrets
chmod 0700 secrets
# Read by accounts of other numbers inside the containers; the folder keeps everybody else out.
umask 0022

make() {
  if [ ! -s "secrets/$1" ]; then
    printf '%s' "$2" > "secrets/$1"
    echo "made deploy/secrets/$1"
  fi
}
random() { openssl rand -hex 24; }

make master-key "$(openssl rand -base64 32)"
make postgres-password "$(random)"
make mongodb-password "$(random)"
make eventstore-password "$(random)"
make database-url "postgres://paraph:$(cat secrets/postgres-password)@postgres:5432/paraph"
make mongodb-url "mongodb://paraph:$(cat secrets/mongodb-password)@mongodb:27017/paraph?authSource=admin"
make eventstoredb-url "esdb+discover://admin:$(cat secrets/eventstore-password)@eventstore-1:2113,eventstore-2:2113,eventstore-3:2113?tls=true&tlsCAFile=/certificates/ca.crt"
make eventstore.env "EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$(cat secrets/eventstore-password)
EVENTSTORE_DEFAULT_OPS_PASSWORD=$(random)
"
if [ ! -s secrets/sealing.key ]; then
  openssl req -x509 -newkey rsa:3072 -sha256 -nodes -days 3650 -subj "/CN=Paraph at $domain (self-signed)" \
    -addext keyUsage=critical,digitalSignature,nonRepudiation -keyout secrets/sealing.key -out secrets/sealing.crt 2> /dev/null
  chmod 0644 secrets/sealing.key
  echo "made deploy/secrets/sealing.key and sealing.crt"
fi
if [ ! -s ../.env ]; then
  printf 'PARAPH_DOMAIN=%s\n' "$domain" > ../.env
  echo "made .env"
fi
