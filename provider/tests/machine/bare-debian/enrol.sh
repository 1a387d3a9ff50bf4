# What the operator does next, and then a student. The gateway for codes is the student's script.
echo 'SMS_GATEWAY_URL=http://127.0.0.1:9099/' >>/etc/portail/portal.env
echo '127.0.0.1 portail.example' >>/etc/hosts
systemctl restart portal
cd /srv/portail
[ ! -e .git ] || { echo 'The history of the sources came along.' >&2; exit 1; }
install -m 644 /dev/stdin /tmp/students.csv <<'CSV'
matricule,nom,prenom,anneeBac,numPlace,serie,ae
BKO2026T001,DIARRA,Aminata,2026,1001,TSE,BKORD
CSV
operate() { runuser -u portail -- sh -c 'set -a; . /etc/portail/portal.env; exec /opt/node/bin/node provider/dist/provider.js "$@"' sh "$@"; }
operate import /tmp/students.csv
operate window open
cp "$STUDENT" /tmp/student.mjs
[ "$TEST_NETWORK" = /proc/self/ns/net ] || into="nsenter --net=$TEST_NETWORK --"
${into:-} env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/portail.crt /opt/node/bin/node /tmp/student.mjs
