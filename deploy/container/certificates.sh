#!/usr/bin/env bash
# An authority of one's own and a certificate of the NATS server `nats`, for compose.yaml: once, before the first start. They end
# after two years; run it again and start everything anew. Keep ca-key.pem apart, or remove it.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p certificates
cd certificates
kind=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
openssl req -x509 "${kind[@]}" -days 730 -subj '/CN=Atalaia NATS' -keyout ca-key.pem -out ca.pem
openssl req "${kind[@]}" -subj '/CN=nats' -keyout nats-key.pem -out nats.csr
openssl x509 -req -in nats.csr -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 730 \
  -extfile <(echo 'subjectAltName=DNS:nats') -out nats.pem
rm nats.csr
# the image of NATS and ours have users of their own
chmod 644 ca.pem nats.pem nats-key.pem
