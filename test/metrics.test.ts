import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { suite } from "uvu";
import { comesFromHere } from "../common/node/from-here.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { openCliBench } from "./helpers/cli.ts";
import { openFakeCollector } from "./helpers/fake-collector.ts";
import { upgradeStatus } from "./helpers/live.ts";
import { send } from "./helpers/raw.ts";
import { samplesIn } from "./helpers/samples.ts";
import { carAt, carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

const test = suite("metrics");

/** The samples of a booth by their name and labels as they are written. */
async function samplesOf(booth: TestBooth): Promise<Map<string, number>> {
  const answer = await booth.anonymous.get("/metrics");
  assert.equal(answer.status, 200, answer.text);
  return samplesIn(answer);
}

/** What contract and design name, and whoever watches the booth relies on. */
const NAMES = [
  "booth_build_info",
  "booth_http_request_duration_seconds_bucket",
  "booth_ws_clients",
  "booth_ingress_rejected_total",
  "booth_ledger_events_total",
  "booth_ledger_head_sequence",
  "booth_ledger_append_duration_seconds_bucket",
  "booth_ledger_verify_failures_total",
  "booth_ledger_verified_timestamp_seconds",
  "booth_payments_total",
  "booth_payment_minor_units_total",
  "booth_voids_total",
  "booth_manual_opens_total",
  "booth_sessions_open",
  "booth_shift_open",
  "booth_lane_vehicle_reads_total",
  "booth_device_up",
  "booth_print_queue_jobs",
  "booth_print_failures_total",
  "booth_backup_last_success_timestamp_seconds",
  "booth_backup_last_attempt_timestamp_seconds",
  "booth_backup_failures_total",
  "booth_backup_size_bytes",
  "booth_backup_retained",
  "booth_disk_free_bytes",
  "booth_review_queue_items",
  "booth_auth_failures_total",
  "booth_migrations_applied",
];

test("a night at the booth is told in numbers, without plates and names", async () => {
  const booth = await startBooth();
  try {
    const cashier = await booth.signIn("cashier");
    const operator = await booth.signIn("operator");
    await openShift(cashier);
    const stay = await carInside(booth, cashier, "KX482BD");
    booth.clock.advance(3_600_000);
    const quote = await quoteOf(cashier, stay.id);
    const paid = await pay(cashier, quote);
    await carAt(booth, "exit-1", "LM901TR");
    await operator.post(`/api/events/${paid.body.seq}/void`, { reason: "test" });
    await cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "emergency" });
    await operator.post("/api/events/verify");
    await booth.anonymous.post("/api/auth/login", { username: "cashier", password: "wrong" });
    await upgradeStatus(booth.url, "", { origin: "http://elsewhere.test" });

    const samples = await samplesOf(booth);
    const has = (name: string) => [...samples.keys()].some((key) => key === name || key.startsWith(`${name}{`));
    assert.deepEqual(
      NAMES.filter((name) => !has(name)),
      [],
    );
    const expected: Record<string, number> = {
      'booth_build_info{version="test",commit="3f2a91c"}': 1,
      'booth_payments_total{method="cash"}': 1,
      'booth_payment_minor_units_total{method="cash",currency="EUR"}': quote.amount,
      booth_voids_total: 1,
      'booth_manual_opens_total{lane="exit-1",reason="emergency"}': 1,
      'booth_lane_vehicle_reads_total{lane="entry-1",matched="true"}': 1,
      'booth_lane_vehicle_reads_total{lane="exit-1",matched="false"}': 1,
      'booth_ledger_events_total{kind="payment"}': 1,
      'booth_device_up{lane="entry-1",category="camera",driver="simulated"}': 1,
      booth_sessions_open: 1,
      booth_shift_open: 1,
      booth_auth_failures_total: 1,
      booth_ledger_verify_failures_total: 0,
      booth_ledger_verified_timestamp_seconds: booth.clock.now() / 1000,
      'booth_ws_rejected_total{reason="origin_refused"}': 1,
      'booth_http_request_duration_seconds_count{route="/api/payments",method="POST",status="201"}': 1,
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(samples.get(name), value, name);
    assert.equal(samples.get("booth_ledger_head_sequence"), booth.booth.ledger.head()?.seq);
    assert.ok((samples.get(`booth_disk_free_bytes{path="${booth.dataDir}"}`) ?? 0) > 0);
    const told = [...samples.keys()].join("\n");
    for (const secret of ["KX482BD", "LM901TR", "cashier", stay.id]) assert.ok(!told.includes(secret), secret);
  } finally {
    await booth.close();
  }
});

test("paths that nobody serves are one route, whatever strangers make up", async () => {
  const booth = await startBooth({ lanes: false });
  try {
    for (const path of ["/api/wp-login", "/x/1", "/x/2"]) await booth.anonymous.get(path);
    const samples = await samplesOf(booth);
    assert.equal(samples.get('booth_http_request_duration_seconds_count{route="none",method="GET",status="404"}'), 3);
  } finally {
    await booth.close();
  }
});

test("what another process recorded is counted too", async () => {
  const booth = await startBooth();
  const bench = openCliBench();
  try {
    assert.equal((await samplesOf(booth)).get('booth_ledger_events_total{kind="site_change"}'), undefined);
    const other = await bench.run(["site", "set", "--name", "Harbour St"], { env: { DATA_DIR: booth.dataDir } });
    assert.equal(other.code, 0, other.stderr);
    assert.equal((await samplesOf(booth)).get('booth_ledger_events_total{kind="site_change"}'), 1);
  } finally {
    bench.close();
    await booth.close();
  }
});

test("packages that wait for the collector are told, and why it did not take them", async () => {
  const collector = await openFakeCollector({ status: 503, headers: { "retry-after": "3600" } });
  const env = { COLLECTOR_URL: collector.url, CARWASH_REVIEW_ENTRY_SAMPLE: "1" };
  const booth = await startBooth({ env });
  try {
    await carAt(booth, "entry-1", "WAIT1");
    const failures = 'booth_review_upload_failures_total{reason="busy"}';
    await until(async () => (await samplesOf(booth)).get(failures) === 1, "a failure to be counted");
    const samples = await samplesOf(booth);
    const waiting = ["entry", "wash"].map((kind) => samples.get(`booth_review_queue_items{kind="${kind}"}`));
    assert.deepEqual(waiting, [1, 0]);
  } finally {
    await booth.close();
    await collector.close();
  }
});

/** What a proxy adds, and what a browser does: whoever sends it is not a program on this host. */
const FOREIGN = {
  "X-Forwarded-For": "127.0.0.1",
  Forwarded: "for=127.0.0.1",
  "X-Real-IP": "127.0.0.1",
  Origin: "http://127.0.0.1",
  "Sec-Fetch-Site": "none",
};

test("who is not a program on this host itself gets no numbers", async () => {
  const booth = await startBooth({ lanes: false, env: { TRUST_PROXY: "1" } });
  try {
    for (const [name, value] of Object.entries(FOREIGN)) {
      const answer = await send(booth.url, "GET", "/metrics", { [name]: value });
      assert.deepEqual([answer.status, answer.body.error], [403, "forbidden"], name);
    }
  } finally {
    await booth.close();
  }
});

test("a booth that listens at this host's own address in the network tells its numbers there", async () => {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";
  const booth = await startBooth({ lanes: false, env: { HOST: own } });
  try {
    assert.ok(booth.url.includes(own));
    assert.ok((await samplesOf(booth)).size > 0);
  } finally {
    await booth.close();
  }
});

test("a request is made here when it comes over loopback, or from the address it comes to", () => {
  const isHere = (remoteAddress: string | undefined, localAddress: string | undefined) =>
    comesFromHere({ headers: {}, socket: { remoteAddress, localAddress } });
  for (const [remote, local] of [
    ["127.0.0.1", "127.0.0.2"],
    ["::1", "::1"],
    ["::ffff:127.0.0.1", "::ffff:127.0.0.1"],
    ["10.0.0.5", "10.0.0.5"],
  ])
    assert.ok(isHere(remote, local), `${remote} at ${local}`);
  for (const [remote, local] of [
    ["10.0.0.6", "10.0.0.5"],
    ["10.127.0.1", "127.0.0.1"],
    ["fd00::3", "fd00::2"],
    [undefined, undefined],
  ])
    assert.ok(!isHere(remote, local), `${remote} at ${local}`);
});

test.run();
